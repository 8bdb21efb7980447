// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { truncate } from 'node:fs/promises';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import {
  a,
  b,
  begun,
  deleted,
  drop,
  ends,
  forever,
  look,
  over,
  pass,
  refuses,
  start,
  stubborn,
  type Flow,
} from '../../support/flows/flow.js';
import type { Stage } from '../../support/flows/flow-stage.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const sidecar = (name: string): Flow['spec']['containers'][number] => ({
  name,
  image: 'x:1',
  command: forever,
  restartPolicy: 'Always',
});
const sidecars = [sidecar('s1'), sidecar('s2')];
const sidecarsBegun = ['RunPodSandbox S0', ...start('s1#0'), ...look, ...start('s2#0'), ...look];

function become({ runtime, transcript }: Stage, name: string, now: Partial<ContainerStatus>): void {
  const id = transcript.idOf(name);
  const box = runtime.boxes.get(id);
  if (box) runtime.boxes.set(id, { ...box, status: { ...box.status, ...now } });
}

/** Ten MiB have been written. */
async function full(stage: Stage): Promise<string> {
  const log = `${stage.node.podLogsDir}/d_p_${stage.life.uid}/a/0.log`;
  become(stage, 'a#0', { log_path: log });
  await stage.node.writeFile(log, '');
  await truncate(log, 10 * 2 ** 20);
  return log;
}

const flows: readonly Flow[] = [
  {
    id: 'kubelet restart',
    spec: { containers: [a] },
    plot: async ({ life, pass: wait, done }) => {
      await wait(3);
      await done(life.restartKubelet());
      await wait(10);
    },
    calls: begun,
  },
  {
    id: 'pod deleted while the kubelet was down',
    spec: { containers: [{ ...a, lifecycle: { preStop: { exec: { command: ['true'] } } } }] },
    plot: async ({ kubelet, life, pass: wait, done }) => {
      await wait(3);
      await done(kubelet.restart([life]));
      await wait(70);
    },
    calls: [
      ...[...begun, 'StopContainer a#0 2', 'StopPodSandbox S0'],
      ...[...drop('a#0'), 'StopPodSandbox S0', 'RemovePodSandbox S0'],
    ],
  },
  {
    id: 'runtime restart, short',
    spec: { containers: [a] },
    plot: async ({ runtime, pass: wait }) => {
      await wait(3);
      runtime.intercept = () => ({ kind: 'unanswered', reason: 'connection-lost', message: 'no runtime' });
      await wait(10);
      runtime.intercept = () => undefined;
      await wait(10);
    },
    calls: begun,
  },
  {
    id: 'runtime restart, long, and its containers are lost',
    spec: { containers: [a] },
    plot: async ({ runtime, transcript, pass: wait }) => {
      await wait(3);
      runtime.intercept = () => ({ kind: 'unanswered', reason: 'connection-lost', message: 'no runtime' });
      await wait(60);
      runtime.stopSandbox(transcript.idOf('S0'));
      runtime.intercept = () => undefined;
      await wait(10);
    },
    calls: [...begun, 'StopPodSandbox S0', 'RunPodSandbox S1', ...start('a#1'), ...look],
  },
  {
    id: 'log rotation',
    spec: { containers: [a] },
    plot: async (stage) => {
      await stage.pass(3);
      stage.runtime.intercept = (rpc) =>
        rpc === 'ReopenContainerLog' ? { kind: 'ok', response: {}, raw: '' } : undefined;
      await full(stage);
      await stage.pass(15);
    },
    calls: [...begun, 'ReopenContainerLog a#0'],
  },
  {
    id: 'ReopenContainerLog fails: again with the next scan',
    spec: { containers: [a] },
    given: refuses('ReopenContainerLog'),
    plot: async (stage) => {
      await stage.pass(3);
      await full(stage);
      await stage.pass(20);
    },
    calls: [...begun, 'ReopenContainerLog a#0', 'ReopenContainerLog a#0'],
  },
  {
    id: 'log file missing',
    spec: { containers: [a] },
    given: refuses('ReopenContainerLog'),
    plot: async (stage) => {
      await stage.pass(3);
      await stage.node.remove(await full(stage));
      await stage.pass(10);
    },
    calls: [...begun, 'ReopenContainerLog a#0'],
  },
  {
    id: 'no log path',
    spec: { containers: [a] },
    plot: async (stage) => {
      await stage.pass(3);
      await full(stage);
      become(stage, 'a#0', { log_path: '' });
      await stage.pass(10);
    },
    calls: begun,
  },
  {
    id: 'container garbage collection: what did not die goes, too, but for the newest',
    spec: { restartPolicy: 'Never', containers: [a] },
    given: refuses('StartContainer', 2),
    plot: pass(130),
    calls: [
      ...['RunPodSandbox S0', ...start('a#0'), ...start('a#1'), ...start('a#2'), ...look],
      ...drop('a#0'),
    ],
  },
  {
    id: 'sandbox garbage collection',
    spec: {
      restartPolicy: 'Never',
      initContainers: [{ ...a, name: 'i', command: ends(1) }],
      containers: [a],
    },
    plot: async (stage) => {
      await stage.pass(6);
      await stage.done(stage.life.delete());
      await stage.pass(70);
    },
    calls: [
      ...['RunPodSandbox S0', ...start('i#0'), ...look, ...over],
      ...[...drop('i#0'), 'StopPodSandbox S0', 'RemovePodSandbox S0'],
    ],
  },
  {
    id: 'container in state UNKNOWN',
    spec: { containers: [a] },
    plot: async (stage) => {
      await stage.pass(3);
      become(stage, 'a#0', { state: 'CONTAINER_UNKNOWN' });
      await stage.pass(65);
    },
    calls: [...begun, 'StopContainer a#0 30', ...start('a#1'), ...look],
    paced: [['StartContainer a#0', 'StopContainer a#0 30', 59, 65]],
  },
  {
    id: 'container in state CREATED, the kubelet having died between create and start',
    spec: { containers: [a] },
    given: refuses('StartContainer', 1),
    plot: async ({ life, pass: wait, done }) => {
      await wait(0.1);
      await done(life.restartKubelet());
      await wait(5);
    },
    calls: ['RunPodSandbox S0', ...start('a#0'), ...start('a#1'), ...look],
  },
  {
    id: 'eviction',
    spec: { containers: [{ ...a, lifecycle: { preStop: { exec: { command: ['sleep 9'] } } } }] },
    plot: async ({ life, pass: wait, done }) => {
      await wait(3);
      await done(life.evict());
      await wait(5);
    },
    calls: [...begun, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', ...over, ...drop('a#0')],
  },
  {
    id: 'job pod completes',
    spec: {
      restartPolicy: 'Never',
      containers: [
        { ...a, command: ends(0) },
        { ...b, command: ['sleep 4'] },
      ],
    },
    plot: pass(15),
    calls: ['RunPodSandbox S0', ...start('a#0'), ...start('b#0'), ...look, ...over],
  },
  {
    id: 'sidecars are ended last',
    spec: { initContainers: sidecars, containers: [{ ...stubborn, name: 'a' }, b] },
    plot: async (stage) => {
      await stage.pass(5);
      const gone = stage.life.delete({ gracePeriodSeconds: 30 });
      await stage.pass(4.5);
      stage.runtime.boxes.get(stage.transcript.idOf('a#0'))?.end(0);
      await stage.done(gone);
    },
    calls: [
      ...[...sidecarsBegun, ...start('a#0'), ...start('b#0'), ...look],
      ...[
        'StopContainer b#0 30',
        'StopContainer a#0 30',
        'StopContainer s2#0 26',
        'StopContainer s1#0 26',
        ...over,
      ],
    ],
  },
  {
    id: 'job with sidecars: its sandbox is stopped twice',
    spec: { restartPolicy: 'Never', initContainers: sidecars, containers: [{ ...a, command: ends(0) }] },
    plot: pass(15),
    calls: [
      ...[...sidecarsBegun, ...start('a#0'), ...look],
      ...['StopContainer s2#0 30', 'StopContainer s1#0 30', ...over, ...over],
    ],
  },
  {
    id: 'static pod manifest changed',
    spec: { containers: [a] },
    kubelet: { source: 'file' },
    slow: { ImageStatus: 2 },
    plot: async ({ kubelet, life, pass: wait }) => {
      await wait(8);
      kubelet.replace(life, {
        metadata: { name: 'p', namespace: 'd' },
        spec: { containers: [{ ...a, image: 'x:2' }] },
      });
      await wait(10);
    },
    calls: [
      ...[...begun, 'StopContainer a#0 30', ...over],
      ...['RunPodSandbox S0', 'ImageStatus x:2', ...drop('a#0'), 'ImageStatus x:2'],
      ...['CreateContainer a#0', "StartContainer a#0'", ...look],
    ],
  },
  {
    id: 'StopContainer fails during termination',
    spec: { containers: [a, b] },
    given: refuses('StopContainer', 1),
    plot: deleted(),
    calls: [
      ...['RunPodSandbox S0', ...start('a#0'), ...start('b#0'), ...look],
      ...['StopContainer b#0 30', 'StopContainer a#0 30', 'StopPodSandbox S0', ...over],
    ],
  },
  {
    id: 'StopContainer ends in NOT_FOUND, which is as good as stopped',
    spec: { containers: [a] },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'StopContainer' ? { kind: 'refused', code: 'NOT_FOUND', message: 'gone' } : undefined;
    },
    plot: deleted(),
    calls: [...begun, 'StopContainer a#0 30', ...over],
  },
  {
    id: 'container still RUNNING after a successful stop',
    spec: { containers: [a] },
    given: (runtime) => {
      let left = 2;
      runtime.intercept = (rpc) => {
        if (!rpc.startsWith('Stop') || left <= 0) return undefined;
        left -= 1;
        return { kind: 'ok', response: {}, raw: '' };
      };
    },
    plot: deleted(),
    calls: [...begun, 'StopContainer a#0 30', ...over, 'StopContainer a#0 30', ...over],
  },
];

describe('a kubelet at restarts, rotations and other events of the node', () => {
  it.each(flows)('$id', expectFlow);
});
