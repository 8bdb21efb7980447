// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import {
  a,
  deleted,
  drop,
  ends,
  look,
  over,
  pass,
  start,
  stubborn,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const begun = (instance = 'a#0'): readonly string[] => ['RunPodSandbox S0', ...start(instance), ...look];
const preStop = (command: string): Flow['spec']['containers'][number] => ({
  ...a,
  lifecycle: { preStop: { exec: { command: [command] } } },
});

const flows: readonly Flow[] = [
  {
    id: 'deletion, preStop hook finishes in time; what is left goes within a minute',
    spec: { containers: [preStop('sleep 5')] },
    plot: async (stage) => {
      await deleted()(stage);
      await stage.pass(62);
    },
    calls: [
      ...begun(),
      ...['ExecSync a#0 sleep 5', 'StopContainer a#0 25'],
      ...over,
      ...drop('a#0'),
      ...['StopPodSandbox S0', 'RemovePodSandbox S0'],
    ],
    paced: [['StopContainer a#0 25', 'RemoveContainer a#0', 0, 2]],
  },
  {
    id: 'preStop hook fails',
    spec: { containers: [preStop('exit 1')] },
    plot: deleted(),
    calls: [...begun(), 'ExecSync a#0 exit 1', 'StopContainer a#0 30', ...over],
  },
  {
    id: 'preStop hook longer than the grace period',
    spec: { containers: [preStop('sleep 300')] },
    plot: deleted(),
    calls: [...begun(), 'ExecSync a#0 sleep 300', 'StopContainer a#0 2', ...over],
    paced: [['ExecSync a#0 sleep 300', 'StopContainer a#0 2', 30, 31]],
  },
  {
    id: 'handles TERM',
    spec: { containers: [a] },
    plot: deleted(),
    calls: [...begun(), 'StopContainer a#0 30', ...over],
  },
  {
    id: 'is ended by TERM',
    spec: { containers: [{ ...a, command: ['sleep 3600'] }] },
    plot: deleted(),
    calls: [...begun(), 'StopContainer a#0 30', ...over],
  },
  {
    id: 'ignores TERM',
    spec: { containers: [stubborn] },
    plot: deleted(),
    calls: [...begun(), 'StopContainer a#0 30', ...over],
    paced: [['StopContainer a#0 30', 'StopPodSandbox S0', 30, 31]],
  },
  {
    id: 'grace period 1',
    spec: { containers: [a] },
    plot: deleted(1),
    calls: [...begun(), 'StopContainer a#0 2', ...over],
  },
  {
    id: 'grace period 1 with a preStop hook',
    spec: { containers: [preStop('sleep 20')] },
    plot: deleted(1),
    calls: [...begun(), 'ExecSync a#0 sleep 20', 'StopContainer a#0 2', ...over],
    paced: [['ExecSync a#0 sleep 20', 'StopContainer a#0 2', 1, 1.5]],
  },
  {
    id: 'grace period 0 (force delete)',
    spec: { containers: [a] },
    plot: deleted(0),
    calls: [...begun(), 'StopContainer a#0 30', ...over],
  },
  {
    id: 'grace period shortened while terminating',
    spec: { containers: [stubborn] },
    plot: async ({ life, pass: wait, done }) => {
      await wait(3);
      void life.delete({ gracePeriodSeconds: 60 });
      await wait(10);
      await done(life.delete({ gracePeriodSeconds: 5 }));
    },
    calls: [...begun(), 'StopContainer a#0 60', ...over],
    paced: [['StopContainer a#0 60', 'StopPodSandbox S0', 60, 61]],
  },
  {
    id: 'exits 0, Always',
    spec: { containers: [{ ...a, command: ends(0) }] },
    plot: pass(15),
    calls: [...begun(), ...start('a#1'), ...look, ...drop('a#0'), ...start('a#2'), ...look, ...drop('a#1')],
  },
  ...(['OnFailure', 'Never'] as const).map((restartPolicy) => ({
    id: `exits 0, ${restartPolicy}`,
    spec: { restartPolicy, containers: [{ ...a, command: ends(0) }] },
    plot: pass(20),
    calls: [...begun(), ...over],
  })),
  {
    id: 'exits 1, Never',
    spec: { restartPolicy: 'Never', containers: [{ ...a, command: ends(1) }] },
    plot: pass(20),
    calls: [...begun(), ...over],
  },
  ...(['OnFailure', 'Always'] as const).map((restartPolicy) => ({
    id: `exits 1, ${restartPolicy}`,
    spec: { restartPolicy, containers: [{ ...a, command: ends(1) }] },
    plot: pass(800),
    calls: [
      ...[...begun(), ...start('a#1'), ...look],
      ...[0, 1, 2, 3, 4, 5].flatMap((n) => [...drop(`a#${n}`), ...start(`a#${n + 2}`), ...look]),
      ...drop('a#6'),
    ],
    paced: [
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
    id: 'OOM kill of an init container, with exit code 0',
    spec: { restartPolicy: 'Never', initContainers: [{ ...a, name: 'i' }], containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(3);
      const id = transcript.idOf('i#0');
      runtime.boxes.get(id)?.end(0);
      const box = runtime.boxes.get(id);
      if (box) runtime.boxes.set(id, { ...box, status: { ...box.status, reason: 'OOMKilled' } });
      await wait(5);
    },
    // The phase goes by the exit code and stays Pending; the sandbox is stopped by one sync, and again by the next (C1).
    calls: ['RunPodSandbox S0', ...start('i#0'), ...look, ...over, ...over],
  },
];

describe('a kubelet that stops a pod', () => {
  it.each(flows)('$id', expectFlow);
});
