// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { Contract } from '#contracts/contract.js';
import type { Fact } from '#contracts/fact.js';
import { undecided } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Proof } from '#results/proof.js';
import type { Ruling } from './make-result.js';

/** A fact, and the calls that show it, after its scenario is forgotten. */
export interface KnownFact {
  readonly fact: Fact;
  readonly proof: Proof;
}

/** What a scenario says for a contract that compares scenarios. A check that throws says so in `check`. */
export function factsOf({ across }: Contract, evidence: Evidence): readonly Fact[] {
  try {
    return across?.factsOf(evidence) ?? [];
  } catch {
    return [];
  }
}

/** The violation that only several scenarios together show. */
export function judgeAcross(contract: Contract, known: readonly KnownFact[]): Ruling | undefined {
  // Scenarios run in parallel and end in any order: the same recording must give the same verdict.
  const ordered = known.toSorted((one, other) => orderOf(one.fact) - orderOf(other.fact));
  const verdict = checked(contract, ordered);
  if (verdict === undefined) return undefined;
  const cited = new Set('calls' in verdict ? verdict.calls : []);
  const proving = ordered.filter(({ fact }) => fact.calls.some((seq) => cited.has(seq)));
  const calls = new Map(
    proving.flatMap(({ proof }) =>
      proof.calls.filter(({ seq }) => cited.has(seq)).map((call) => [call.seq, call]),
    ),
  );
  const logLines = [...new Set(proving.flatMap(({ proof }) => proof.logLines))];
  return {
    contract,
    verdict,
    scenario: proving.at(-1)?.fact.scenario,
    proof: { calls: [...calls.values()], logLines },
  };
}

const orderOf = ({ calls }: Fact): number => calls[0] ?? 0;

function checked({ across }: Contract, known: readonly KnownFact[]): Ruling['verdict'] | undefined {
  if (across === undefined || known.length === 0) return undefined;
  try {
    return across.check(known.map(({ fact }) => fact));
  } catch (error) {
    return undecided([], `our check crashed: ${errorMessage(error)}`);
  }
}
