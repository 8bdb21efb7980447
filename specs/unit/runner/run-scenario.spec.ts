// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { runScenario } from '#runner/run-scenario.js';
import type { RunContext } from '#runner/run-context.js';
import type { Scenario } from '#scenarios/scenario.js';

const scenario: Scenario = {
  id: 'some.story',
  title: 'a pod is there and nothing happens to it',
  since: '1.29',
  needs: ['pod-network', 'daemon-crash'],
  pod: { metadata: { name: 'p' }, spec: { containers: [] } },
  steps: [],
  exercises: [],
};

function theatreOf(
  version: string,
  lacks: RunContext['lacks'],
): { runContext: RunContext; written: unknown[] } {
  const written: unknown[] = [];
  const writer = { nowMs: () => 7, append: (event: unknown) => written.push(event) };
  const outageGroups = { of: () => undefined };
  return {
    runContext: { writer, lacks, outageGroups, kubelet: { version } } as unknown as RunContext,
    written,
  };
}

it.each([
  ['1.28', 'only kubelets since 1.29 do that; this one is 1.28'],
  ['1.9', 'only kubelets since 1.29 do that; this one is 1.9'],
])('is not played by a kubelet that is too old: %s', async (version, reason) => {
  const { runContext, written } = theatreOf(version, () => 'there is no pod network');
  expect(await runScenario(runContext, scenario)).toEqual({ ended: 'unsupported', reason });
  expect(written).toEqual([
    { type: 'scenario', scenario: 'some.story', atMs: 7 },
    { type: 'scenario-end', scenario: 'some.story', atMs: 7, ended: 'unsupported', reason },
  ]);
});

it.each(['1.29', '1.37'])('is not played where something is missing: %s', async (version) => {
  const { runContext } = theatreOf(version, (need) =>
    need === 'daemon-crash' ? 'nobody can kill it' : undefined,
  );
  expect(await runScenario(runContext, scenario)).toEqual({
    ended: 'unsupported',
    reason: 'nobody can kill it',
  });
});
