// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Fact } from '#contracts/fact.js';
import { isWorseThan } from '#contracts/judging/judging.js';
import { undecided, unexercised, type Verdict } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Proof } from '#results/proof.js';
import type { Ruling } from './make-result.js';
import { factsOf, judgeAcross, type KnownFact } from './judge-across.js';
import { judgeScenario } from './judge-scenario.js';
import { Proofs } from './proofs.js';

/** Takes the evidence of one scenario after another, and keeps only what decides each contract. */
export interface Judge {
  add(evidence: Evidence): void;
  /** The same contract by contract, for callers with a deadline. */
  steps(evidence: Evidence): readonly Progression[];
  /** In the order of the contracts' ids; can be called at any time. */
  rulings(): readonly Ruling[];
}

/** Judges one contract in one scenario. */
export interface Progression {
  judge(): void;
  /** Not judged: the scenario leaves the contract undecided. */
  leave(reason: string): void;
}

/** Whether a scenario promises to exercise a contract. */
export type PromiseCheck = (scenario: string, contract: string) => boolean;

/** Ours make a few hundred; a runtime that floods us proves nothing more. */
const maxFacts = 20_000;

interface Decision {
  readonly scenario: string;
  readonly verdict: Verdict;
  readonly proof: Proof | undefined;
}

export function createJudge(contracts: readonly Contract[], promised: PromiseCheck = () => false): Judge {
  const decisions = new Decisions();
  const ordered = contracts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const stepOf = (contract: Contract, evidence: Evidence): Progression => {
    const isPromised = promised(evidence.scenario, contract.id);
    return {
      judge: () => {
        decisions.take(contract, evidence, judgeScenario(contract, evidence, isPromised));
        decisions.remember(contract, evidence, factsOf(contract, evidence));
      },
      leave: (reason) => {
        decisions.take(contract, evidence, isPromised ? undecided([], reason) : unexercised(reason));
      },
    };
  };
  const steps = (evidence: Evidence): readonly Progression[] =>
    contracts.map((contract) => stepOf(contract, evidence));
  return {
    add(evidence) {
      for (const step of steps(evidence)) step.judge();
    },
    steps,
    rulings: () => ordered.map((contract) => decisions.rulingOn(contract)),
  };
}

/**
 * Among the verdicts of several scenarios the one with the highest precedence decides; among equals, the
 * first scenario by name.
 */
class Decisions {
  readonly #decisive = new Map<string, Decision>();
  readonly #facts = new Map<string, KnownFact[]>();
  readonly #proofs = new Proofs();

  take({ id }: Contract, evidence: Evidence, verdict: Verdict): void {
    const { scenario } = evidence;
    const before = this.#decisive.get(id);
    if (before !== undefined && !decidesOver({ scenario, verdict }, before)) return;
    if (before?.proof !== undefined) this.#proofs.drop(before.proof);
    const isWrong = verdict.kind === 'violated' || verdict.kind === 'undecided';
    const proof = isWrong ? this.#proofs.keep(verdict.calls, evidence) : undefined;
    this.#decisive.set(id, { scenario, verdict, proof });
  }

  /** For the rules that compare scenarios. */
  remember({ id }: Contract, evidence: Evidence, facts: readonly Fact[]): void {
    if (facts.length === 0) return;
    const known = this.#facts.get(id) ?? [];
    for (const fact of facts.slice(0, maxFacts - known.length))
      known.push({ fact, proof: this.#proofs.keep(fact.calls, evidence) });
    this.#facts.set(id, known);
  }

  rulingOn(contract: Contract): Ruling {
    const within = this.#rulingWithin(contract);
    if (within.verdict.kind === 'violated') return within;
    const known = this.#facts.get(contract.id) ?? [];
    return judgeAcross(contract, known) ?? within;
  }

  #rulingWithin(contract: Contract): Ruling {
    const decision = this.#decisive.get(contract.id);
    if (decision === undefined)
      return {
        contract,
        verdict: unexercised('no scenario was played'),
        scenario: undefined,
        proof: undefined,
      };
    const { scenario, verdict, proof } = decision;
    return { contract, verdict, scenario: verdict.kind === 'unexercised' ? undefined : scenario, proof };
  }
}

/** Does not depend on the order of its arguments: scenarios run in parallel and end in any order. */
function decidesOver(
  fresh: Pick<Decision, 'scenario' | 'verdict'>,
  before: Pick<Decision, 'scenario' | 'verdict'>,
): boolean {
  if (isWorseThan(fresh.verdict.kind, before.verdict.kind)) return true;
  if (isWorseThan(before.verdict.kind, fresh.verdict.kind)) return false;
  return fresh.scenario < before.scenario;
}
