// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Evidence } from '#evidence/evidence.js';
import { joinVerdicts, louder, type ScenarioVerdict } from './join-verdicts.js';
import { judgeScenario } from './judge-scenario.js';
import type { Ruling } from './ruling.js';

/** Takes the evidence of one scenario after another and keeps of each contract only what decides. */
export interface Judge {
  add(evidence: Evidence): void;
  /** In the order of the contracts' ids; may be asked for at any time. */
  rulings(): readonly Ruling[];
}

/** Whether a scenario promises to exercise a contract. */
export type Promised = (scenario: string, contract: string) => boolean;

export function createJudge(contracts: readonly Contract[], promised: Promised = () => false): Judge {
  const loudest = new Map<string, ScenarioVerdict>();
  const ordered = contracts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return {
    add(evidence) {
      for (const contract of contracts) {
        const { scenario } = evidence;
        const verdict = judgeScenario(contract, evidence, promised(scenario, contract.id));
        const fresh = { scenario, verdict };
        const before = loudest.get(contract.id);
        loudest.set(contract.id, before === undefined ? fresh : louder(before, fresh));
      }
    },
    rulings: () =>
      ordered.map((contract) => {
        const decided = loudest.get(contract.id);
        return joinVerdicts(contract, decided === undefined ? [] : [decided]);
      }),
  };
}
