// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { Need, Scenario } from './scenario.js';
import type { Step } from './step.js';

/** What happens around a restart, around a change of version: the old one stops, the other one starts. */
export function withUpgrade(
  restarted: Scenario,
  { exercises = [], ...own }: Pick<Scenario, 'id' | 'title'> & Partial<Pick<Scenario, 'exercises'>>,
): Scenario {
  const steps = restarted.steps.flatMap(changingVersion);
  const isApart = steps[steps.findIndex((step) => step.do === 'stop-daemon') + 1]?.do !== 'start-daemon';
  const needs: readonly Need[] = [
    isApart ? 'daemon-upgrade-apart' : 'daemon-upgrade',
    ...(restarted.needs ?? []).filter((need) => !/^daemon-/.test(need)),
  ];
  return {
    ...restarted,
    ...own,
    needs,
    steps,
    exercises: [...restarted.exercises.map(asOfUpgrade), ...exercises].sort(),
  };
}

/** What the node shows of pods that nobody touches. */
export const seenOnNode: readonly ContractId[] = [
  'upgrade.node.addresses-kept',
  'upgrade.node.limits-kept',
  'upgrade.node.mounts-kept',
  'upgrade.node.processes-kept',
];

export const change: readonly Step[] = [{ do: 'stop-daemon', how: 'upgrade' }, { do: 'start-daemon' }];

function changingVersion(step: Step): readonly Step[] {
  if (step.do === 'restart-daemon') return change;
  return [step.do === 'stop-daemon' ? { ...step, how: 'upgrade' } : step];
}

export const asOfUpgrade = (id: ContractId): ContractId =>
  id.startsWith('restart.') ? (id.replace('restart.', 'upgrade.') as ContractId) : id;
