// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

/** It ignores its stop signal, and counts as long as it lives. */
const deaf = (name: string): { name: string; image: string; command: readonly string[] } => ({
  name,
  image: 'registry.test/box:1',
  command: box('on TERM ignore', 'tick 200ms beat'),
});

const stop = (
  container: string,
  timeout: string,
  how: { deadlineMs?: number; together?: boolean } = {},
): Step => ({
  do: 'call',
  rpc: 'StopContainer',
  request: { container_id: `{container:${container}}`, timeout },
  ...how,
});

const together = { together: true };

export const stopOverlapping: Scenario = {
  id: 'stop.overlapping',
  title:
    'containers are stopped twice at the same time, with less grace, with none, and by a client that gives up',
  waitsMs: 4000,
  pod: {
    metadata: { name: 'impatient' },
    spec: {
      containers: [
        deaf('shortened'),
        deaf('twice'),
        deaf('given-up'),
        {
          name: 'without-grace',
          image: 'registry.test/box:1',
          command: box('on TERM exit 5 after 3s', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'shortened', line: 'beat 1' },
    { do: 'wait-for-log', container: 'twice', line: 'beat 1' },
    { do: 'wait-for-log', container: 'given-up', line: 'beat 1' },
    { do: 'wait-for-log', container: 'without-grace', line: 'ready' },
    { do: 'pause-kubelet' },
    stop('shortened', '30', together),
    stop('given-up', '4', { deadlineMs: 400, together: true }),
    stop('twice', '2', together),
    stop('twice', '2', together),
    { do: 'let-time-pass', ms: 600 },
    stop('shortened', '1', together),
    stop('given-up', '3', together),
    stop('without-grace', '0'),
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:without-grace}' } },
    { do: 'let-time-pass', ms: 3200 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:shortened}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:twice}' } },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'any', count: 7 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:given-up}' } },
    { do: 'capture-log', container: 'given-up' },
    { do: 'capture-log', container: 'shortened' },
    { do: 'capture-log', container: 'twice' },
  ],
  exercises: [
    'container.status.signal-exit-code',
    'container.stop.beside-another',
    'container.stop.kills-after-timeout',
    'container.stop.lives-in-grace',
    'container.stop.shorter-wins',
    'container.stop.silent-after',
  ],
};
