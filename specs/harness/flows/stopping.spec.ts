// SPDX-License-Identifier: Apache-2.0
import {
  a,
  deletePod,
  exits,
  ignoresTerm,
  nothingFor,
  podStarts,
  podStops,
  preStop,
  readPod,
  remove,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const flows: readonly Flow[] = [
  {
    story: 'its preStop hook finishes in time, and garbage collection removes the rest within a minute',
    spec: { containers: [{ ...a, ...preStop('sleep 5') }] },
    happens: async (context) => {
      await deletePod()(context);
      await context.wait(62);
    },
    calls: [
      podStarts,
      'ExecSync a#0 sleep 5',
      'StopContainer a#0 25',
      podStops,
      remove('a#0'),
      'StopPodSandbox S0',
      'RemovePodSandbox S0',
    ],
    secondsBetween: [['StopContainer a#0 25', 'RemoveContainer a#0', 0, 2]],
  },
  {
    story: 'its preStop hook fails, and the container is stopped all the same',
    spec: { containers: [{ ...a, ...preStop('exit 1') }] },
    happens: deletePod(),
    calls: [podStarts, 'ExecSync a#0 exit 1', 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its preStop hook outlasts the grace period, and the container gets 2 s',
    spec: { containers: [{ ...a, ...preStop('sleep 300') }] },
    happens: deletePod(),
    calls: [podStarts, 'ExecSync a#0 sleep 300', 'StopContainer a#0 2', podStops],
    secondsBetween: [['ExecSync a#0 sleep 300', 'StopContainer a#0 2', 30, 31]],
  },
  {
    story: 'its container handles TERM',
    spec: { containers: [a] },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its container dies of TERM',
    spec: { containers: [{ ...a, command: ['sleep 3600'] }] },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its container ignores TERM, and is killed after the grace period',
    spec: { containers: [ignoresTerm] },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
    secondsBetween: [['StopContainer a#0 30', 'StopPodSandbox S0', 30, 31]],
  },
  {
    story: 'it is deleted with a grace period of 1 s, which becomes 2 s',
    spec: { containers: [a] },
    happens: deletePod(1),
    calls: [podStarts, 'StopContainer a#0 2', podStops],
  },
  {
    story: 'it is deleted with a grace period of 1 s, which limits the preStop hook',
    spec: { containers: [{ ...a, ...preStop('sleep 20') }] },
    happens: deletePod(1),
    calls: [podStarts, 'ExecSync a#0 sleep 20', 'StopContainer a#0 2', podStops],
    secondsBetween: [['ExecSync a#0 sleep 20', 'StopContainer a#0 2', 1, 1.5]],
  },
  {
    story: 'it is force-deleted, and gets its own grace period',
    spec: { containers: [a] },
    happens: deletePod(0),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its grace period is shortened during the kill, which has no effect',
    spec: { containers: [ignoresTerm] },
    happens: async ({ controller, wait, finish }) => {
      await wait(3);
      void controller.delete({ gracePeriodSeconds: 60 });
      await wait(10);
      await finish(controller.delete({ gracePeriodSeconds: 5 }));
    },
    calls: [podStarts, 'StopContainer a#0 60', podStops],
    secondsBetween: [['StopContainer a#0 60', 'StopPodSandbox S0', 60, 61]],
  },
  {
    story: 'its container succeeds under Always, and restarts again and again',
    spec: { containers: [{ ...a, command: exits(0) }] },
    happens: nothingFor(15),
    calls: [
      podStarts,
      startContainer('a#1'),
      readPod,
      remove('a#0'),
      startContainer('a#2'),
      readPod,
      remove('a#1'),
    ],
  },
  ...(['OnFailure', 'Never'] as const).map((restartPolicy) => ({
    story: `its container succeeds under ${restartPolicy}, and the pod ends`,
    spec: { restartPolicy, containers: [{ ...a, command: exits(0) }] },
    happens: nothingFor(20),
    calls: [podStarts, podStops],
  })),
  {
    story: 'its container fails under Never, and the pod ends',
    spec: { restartPolicy: 'Never', containers: [{ ...a, command: exits(1) }] },
    happens: nothingFor(20),
    calls: [podStarts, podStops],
  },
  ...(['OnFailure', 'Always'] as const).map((restartPolicy) => ({
    story: `its container fails under ${restartPolicy}, and restarts with back-offs that double up to five minutes`,
    spec: { restartPolicy, containers: [{ ...a, command: exits(1) }] },
    happens: nothingFor(800),
    calls: [
      podStarts,
      startContainer('a#1'),
      readPod,
      [0, 1, 2, 3, 4, 5].flatMap((n) => [remove(`a#${n}`), startContainer(`a#${n + 2}`), readPod]),
      remove('a#6'),
    ],
    secondsBetween: [
      ['StartContainer a#0', 'StartContainer a#1', 1, 3],
      ['StartContainer a#1', 'StartContainer a#2', 11, 12.5],
      ['StartContainer a#2', 'StartContainer a#3', 21, 22.5],
      ['StartContainer a#3', 'StartContainer a#4', 41, 42.5],
      ['StartContainer a#4', 'StartContainer a#5', 81, 82.5],
      ['StartContainer a#5', 'StartContainer a#6', 161, 162.5],
      ['StartContainer a#6', 'StartContainer a#7', 301, 302.5],
    ] as const,
  })),
  {
    story: 'its init container is OOM-killed with exit code 0, and the pod never starts',
    spec: { restartPolicy: 'Never', initContainers: [{ ...a, name: 'i' }], containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(3);
      const id = transcript.idOf('i#0');
      runtime.boxes.get(id)?.end(0);
      const box = runtime.boxes.get(id);
      if (box) runtime.boxes.set(id, { ...box, status: { ...box.status, reason: 'OOMKilled' } });
      await wait(5);
    },
    // The phase goes by the exit code and stays Pending; the sandbox is stopped by one sync, and again by the next (C1).
    calls: ['RunPodSandbox S0', startContainer('i#0'), readPod, podStops, podStops],
  },
];

describeFlows('the kubelet, when a pod stops', flows);
