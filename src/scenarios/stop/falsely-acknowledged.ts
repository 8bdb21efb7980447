// SPDX-License-Identifier: Apache-2.0
import { untilHealed } from '../fault.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const stopFalselyAcknowledged: Scenario = defineScenario({
  id: 'stop.falsely-acknowledged',
  title: 'the kubelet is told that a pod is stopped while it still runs, and stops it again',
  flows: ['S75'],
  needs: ['container-processes'],
  faults: [
    { rpc: 'StopContainer', times: untilHealed, strike: { kind: 'pretend', answer: {} } },
    { rpc: 'StopPodSandbox', times: untilHealed, strike: { kind: 'pretend', answer: {} } },
  ],
  pod: {
    metadata: { name: 'undead' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'print ready', 'wait'] }],
    },
  },
  beats: [
    { do: 'until-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2, wait: 'no' },
    { do: 'until-calls', rpc: 'StopPodSandbox', ended: 'any', count: 2 },
    { do: 'heal' },
    { do: 'until-terminated' },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds'],
});
