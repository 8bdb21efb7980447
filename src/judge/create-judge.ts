// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import { undecided, unexercised } from '#contracts/verdict.js';
import type { Evidence } from '#evidence/evidence.js';
import { joinVerdicts, worse, type ScenarioVerdict } from './join-verdicts.js';
import { judgeScenario } from './judge-scenario.js';
import type { Ruling } from '#results/ruling.js';

/** Takes the evidence of one scenario after another and keeps of each contract only what decides. */
export interface Judge {
  add(evidence: Evidence): void;
  /** The same in parts, one for each contract, for whoever has little time. */
  steps(evidence: Evidence): readonly Progression[];
  /** In the order of the contracts' ids; may be asked for at any time. */
  rulings(): readonly Ruling[];
}

/** One contract and one scenario. */
export interface Progression {
  judge(): void;
  /** Nobody looks; what the scenario was to show stays open. */
  leave(reason: string): void;
}

/** Whether a scenario promises to exercise a contract. */
export type Promised = (scenario: string, contract: string) => boolean;

export function createJudge(contracts: readonly Contract[], promised: Promised = () => false): Judge {
  const loudest = new Map<string, ScenarioVerdict>();
  const ordered = contracts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const take = ({ id }: Contract, fresh: ScenarioVerdict): void => {
    const before = loudest.get(id);
    loudest.set(id, before === undefined ? fresh : worse(before, fresh));
  };
  const stepOf = (contract: Contract, evidence: Evidence): Progression => {
    const { scenario } = evidence;
    const isPromised = promised(scenario, contract.id);
    return {
      judge: () => {
        take(contract, { scenario, verdict: judgeScenario(contract, evidence, isPromised) });
      },
      leave: (reason) => {
        take(contract, { scenario, verdict: isPromised ? undecided([], reason) : unexercised(reason) });
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
    rulings: () =>
      ordered.map((contract) => {
        const decided = loudest.get(contract.id);
        return joinVerdicts(contract, decided === undefined ? [] : [decided]);
      }),
  };
}
