// SPDX-License-Identifier: Apache-2.0
import { truncate } from 'node:fs/promises';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import {
  a,
  b,
  deletePod,
  exits,
  ignoresTerm,
  nothingFor,
  podStarts,
  podStops,
  preStop,
  readPod,
  refuses,
  remove,
  sidecar,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import type { FlowContext } from '../../support/flows/flow-context.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const sidecars = [sidecar('s1'), sidecar('s2')];
const sidecarsBegun = ['RunPodSandbox S0', startContainer('s1#0'), readPod, startContainer('s2#0'), readPod];

/** Changes the status of a container. */
function become({ runtime, transcript }: FlowContext, name: string, now: Partial<ContainerStatus>): void {
  const id = transcript.idOf(name);
  const box = runtime.boxes.get(id);
  if (box) runtime.boxes.set(id, { ...box, status: { ...box.status, ...now } });
}

/** Fills the log with 10 MiB, which is when it is rotated. */
async function fillLog(context: FlowContext): Promise<string> {
  const log = `${context.node.podLogsDir}/d_p_${context.controller.uid}/a/0.log`;
  become(context, 'a#0', { log_path: log });
  await context.node.writeFile(log, '');
  await truncate(log, 10 * 2 ** 20);
  return log;
}

const flows: readonly Flow[] = [
  {
    story: 'the kubelet restarts, and it goes on undisturbed',
    spec: { containers: [a] },
    happens: async ({ controller, wait, finish }) => {
      await wait(3);
      await finish(controller.restartKubelet());
      await wait(10);
    },
    calls: podStarts,
  },
  {
    story: 'it is deleted while the kubelet is down, and killed as an orphan',
    spec: { containers: [{ ...a, ...preStop('true') }] },
    happens: async ({ kubelet, controller, wait, finish }) => {
      await wait(3);
      await finish(kubelet.restart([controller]));
      await wait(70);
    },
    calls: [
      podStarts,
      'StopContainer a#0 2',
      'StopPodSandbox S0',
      remove('a#0'),
      'StopPodSandbox S0',
      'RemovePodSandbox S0',
    ],
  },
  {
    story: 'the runtime is down for ten seconds, and it goes on undisturbed',
    spec: { containers: [a] },
    happens: async ({ runtime, wait }) => {
      await wait(3);
      runtime.intercept = () => ({ kind: 'unanswered', reason: 'connection-lost', message: 'no runtime' });
      await wait(10);
      runtime.intercept = () => undefined;
      await wait(10);
    },
    calls: podStarts,
  },
  {
    story: 'the runtime is down for a minute and loses it, and it starts again',
    spec: { containers: [a] },
    happens: async ({ runtime, transcript, wait }) => {
      await wait(3);
      runtime.intercept = () => ({ kind: 'unanswered', reason: 'connection-lost', message: 'no runtime' });
      await wait(60);
      runtime.stopSandbox(transcript.idOf('S0'));
      runtime.intercept = () => undefined;
      await wait(10);
    },
    calls: [podStarts, 'StopPodSandbox S0', 'RunPodSandbox S1', startContainer('a#1'), readPod],
  },
  {
    story: 'its log reaches 10 MiB and is rotated once',
    spec: { containers: [a] },
    happens: async (context) => {
      await context.wait(3);
      context.runtime.intercept = (rpc) =>
        rpc === 'ReopenContainerLog' ? { kind: 'ok', response: {}, raw: '' } : undefined;
      await fillLog(context);
      await context.wait(15);
    },
    calls: [podStarts, 'ReopenContainerLog a#0'],
  },
  {
    story: 'ReopenContainerLog fails, and the next scan tries again',
    spec: { containers: [a] },
    before: refuses('ReopenContainerLog'),
    happens: async (context) => {
      await context.wait(3);
      await fillLog(context);
      await context.wait(20);
    },
    calls: [podStarts, 'ReopenContainerLog a#0', 'ReopenContainerLog a#0'],
  },
  {
    story: 'its log file is missing, and is reopened',
    spec: { containers: [a] },
    before: refuses('ReopenContainerLog'),
    happens: async (context) => {
      await context.wait(3);
      await context.node.remove(await fillLog(context));
      await context.wait(10);
    },
    calls: [podStarts, 'ReopenContainerLog a#0'],
  },
  {
    story: 'it has no log path, and nothing is rotated',
    spec: { containers: [a] },
    happens: async (context) => {
      await context.wait(3);
      await fillLog(context);
      become(context, 'a#0', { log_path: '' });
      await context.wait(10);
    },
    calls: podStarts,
  },
  {
    story: 'its containers never started: garbage collection removes all but the newest',
    spec: { restartPolicy: 'Never', containers: [a] },
    before: refuses('StartContainer', 2),
    happens: nothingFor(130),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      startContainer('a#1'),
      startContainer('a#2'),
      readPod,
      remove('a#0'),
    ],
  },
  {
    story: 'it fails and is deleted, and garbage collection removes its container and sandbox',
    spec: {
      restartPolicy: 'Never',
      initContainers: [{ ...a, name: 'i', command: exits(1) }],
      containers: [a],
    },
    happens: async (context) => {
      await context.wait(6);
      await context.finish(context.controller.delete());
      await context.wait(70);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('i#0'),
      readPod,
      podStops,
      remove('i#0'),
      'StopPodSandbox S0',
      'RemovePodSandbox S0',
    ],
  },
  {
    story: 'its container becomes UNKNOWN, and is stopped and recreated with the next sync',
    spec: { containers: [a] },
    happens: async (context) => {
      await context.wait(3);
      become(context, 'a#0', { state: 'CONTAINER_UNKNOWN' });
      await context.wait(65);
    },
    calls: [podStarts, 'StopContainer a#0 30', startContainer('a#1'), readPod],
    secondsBetween: [['StartContainer a#0', 'StopContainer a#0 30', 59, 65]],
  },
  {
    story: 'the kubelet dies between create and start, and creates a second instance',
    spec: { containers: [a] },
    before: refuses('StartContainer', 1),
    happens: async ({ controller, wait, finish }) => {
      await wait(0.1);
      await finish(controller.restartKubelet());
      await wait(5);
    },
    calls: ['RunPodSandbox S0', startContainer('a#0'), startContainer('a#1'), readPod],
  },
  {
    story: 'it is evicted with a grace period of 1 s, and its container is removed',
    spec: { containers: [{ ...a, ...preStop('sleep 9') }] },
    happens: async ({ controller, wait, finish }) => {
      await wait(3);
      await finish(controller.evict());
      await wait(5);
    },
    calls: [podStarts, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', podStops, remove('a#0')],
  },
  {
    story: 'its two containers succeed, and it completes',
    spec: {
      restartPolicy: 'Never',
      containers: [
        { ...a, command: exits(0) },
        { ...b, command: ['sleep 4'] },
      ],
    },
    happens: nothingFor(15),
    calls: ['RunPodSandbox S0', startContainer('a#0'), startContainer('b#0'), readPod, podStops],
  },
  {
    story: 'it is deleted: its sidecars stop last, in reverse order',
    spec: { initContainers: sidecars, containers: [{ ...ignoresTerm, name: 'a' }, b] },
    happens: async (context) => {
      await context.wait(5);
      const gone = context.controller.delete({ gracePeriodSeconds: 30 });
      await context.wait(4.5);
      context.runtime.boxes.get(context.transcript.idOf('a#0'))?.end(0);
      await context.finish(gone);
    },
    calls: [
      sidecarsBegun,
      startContainer('a#0'),
      startContainer('b#0'),
      readPod,
      'StopContainer b#0 30',
      'StopContainer a#0 30',
      'StopContainer s2#0 26',
      'StopContainer s1#0 26',
      podStops,
    ],
  },
  {
    story: 'its job completes, its sidecars stop, and its sandbox is stopped twice',
    spec: { restartPolicy: 'Never', initContainers: sidecars, containers: [{ ...a, command: exits(0) }] },
    happens: nothingFor(15),
    calls: [
      sidecarsBegun,
      startContainer('a#0'),
      readPod,
      'StopContainer s2#0 30',
      'StopContainer s1#0 30',
      podStops,
      podStops,
    ],
  },
  {
    story: 'its manifest (a static pod) changes, and the new pod starts when the old one is gone',
    spec: { containers: [a] },
    kubelet: { source: 'file' },
    secondsPerCall: { ImageStatus: 2 },
    happens: async ({ kubelet, controller, wait }) => {
      await wait(8);
      kubelet.replace(controller, {
        metadata: { name: 'p', namespace: 'd' },
        spec: { containers: [{ ...a, image: 'x:2' }] },
      });
      await wait(10);
    },
    calls: [
      podStarts,
      'StopContainer a#0 30',
      podStops,
      'RunPodSandbox S0',
      'ImageStatus x:2',
      remove('a#0'),
      'ImageStatus x:2',
      'CreateContainer a#0',
      "StartContainer a#0'",
      readPod,
    ],
  },
  {
    story: 'StopContainer fails during termination, and the kill is repeated',
    spec: { containers: [a, b] },
    before: refuses('StopContainer', 1),
    happens: deletePod(),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      startContainer('b#0'),
      readPod,
      'StopContainer b#0 30',
      'StopContainer a#0 30',
      'StopPodSandbox S0',
      podStops,
    ],
  },
  {
    story: 'StopContainer answers NOT_FOUND, which counts as stopped',
    spec: { containers: [a] },
    before: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'StopContainer' ? { kind: 'refused', code: 'NOT_FOUND', message: 'gone' } : undefined;
    },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its container still runs after a successful stop, and the kill is repeated',
    spec: { containers: [a] },
    before: (runtime) => {
      let left = 2;
      runtime.intercept = (rpc) => {
        if (!rpc.startsWith('Stop') || left <= 0) return undefined;
        left -= 1;
        return { kind: 'ok', response: {}, raw: '' };
      };
    },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops, 'StopContainer a#0 30', podStops],
  },
];

describeFlows('the kubelet, when something happens to the node', flows);
