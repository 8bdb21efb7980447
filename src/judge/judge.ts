// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import { undecided, unexercised, unsupported } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';
import { graver, type Finding } from './join-verdicts.js';
import { judgeScenario } from './judge-scenario.js';
import type { Ruling } from './ruling.js';

export interface ScenarioTime {
  readonly id: string;
  readonly ms: number;
}

/** Judges scenario by scenario, keeping verdicts and no evidence. */
export interface Judge {
  add(evidence: Evidence): void;
  /** In the order of contract ids. */
  rulings(): readonly Ruling[];
  /** Scenarios seen, in the order of their ids. */
  times(): readonly ScenarioTime[];
}

export interface JudgeOptions {
  /** The contracts a scenario promises to exercise: when it got stuck before it could, nobody can tell. */
  readonly promised?: (scenario: string) => readonly string[];
}

export function createJudge(contracts: readonly Contract[], { promised = () => [] }: JudgeOptions = {}): Judge {
  const findings = new Map<string, Finding>();
  const times: ScenarioTime[] = [];
  return {
    add(evidence) {
      const { scenario, beganMs, endedMs = beganMs } = evidence;
      times.push({ id: scenario, ms: Math.round(endedMs - beganMs) });
      for (const contract of contracts) {
        const finding = { scenario, verdict: verdictOf(contract, evidence, promised) };
        const before = findings.get(contract.id);
        findings.set(contract.id, before === undefined ? finding : graver(before, finding));
      }
    },
    rulings: () =>
      [...contracts].sort(byId).map((contract) => {
        const finding = findings.get(contract.id);
        if (finding === undefined) return { contract, verdict: unexercised('no scenario ran'), scenario: undefined };
        const silent = finding.verdict.kind === 'unexercised';
        return { contract, verdict: finding.verdict, scenario: silent ? undefined : finding.scenario };
      }),
    times: () => [...times].sort(byId),
  };
}

function verdictOf(
  contract: Contract,
  evidence: Evidence,
  promised: (scenario: string) => readonly string[],
): Finding['verdict'] {
  const verdict = judgeScenario(contract, evidence);
  if (verdict.kind !== 'unexercised' || evidence.ended === 'done') return verdict;
  if (!promised(evidence.scenario).includes(contract.id)) return verdict;
  const { reason = 'no reason recorded' } = evidence;
  if (evidence.ended === 'unsupported') return unsupported([], reason);
  return undecided([], `the scenario got stuck before it came to this: ${reason}`);
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
