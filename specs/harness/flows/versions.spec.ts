// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { a, absent, deleted, drop, ends, pass, start, type Flow } from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const begun = ['RunPodSandbox S0', ...start('a#0')];
const hooked = { ...a, lifecycle: { preStop: { exec: { command: ['sleep 20'] } } } };
const pulled = { restartPolicy: 'Always', containers: [{ ...a, imagePullPolicy: 'Always' }] } as const;

/** Where an older kubelet makes other calls. */
const flows: readonly (Flow & { readonly minor: string })[] = [
  ...['1.20', '1.24', '1.28'].map((minor) => ({
    minor,
    id: 'the size of a pulled image is not read',
    spec: { containers: [a] },
    given: absent('x:1'),
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', ...start('a#0').slice(1)],
  })),
  {
    minor: '1.28',
    id: 'Always asks for the image before it is pulled',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', ...start('a#0').slice(1)],
  },
  {
    minor: '1.31',
    id: 'Always asks for the image before it is pulled, and then for its size',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', ...start('a#0')],
  },
  {
    minor: '1.32',
    id: 'Always pulls without asking, as today',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'PullImage x:1', ...start('a#0')],
  },
  ...(['1.24', '1.27'] as const).map((minor) => ({
    minor,
    id: 'the time of the preStop hook is not taken off',
    spec: { containers: [hooked] },
    plot: deleted(30),
    calls: [...begun, 'ExecSync a#0 sleep 20', 'StopContainer a#0 30', 'StopPodSandbox S0'],
  })),
  {
    minor: '1.28',
    id: 'the time of the preStop hook is taken off, as today',
    spec: { containers: [hooked] },
    plot: deleted(30),
    calls: [...begun, 'ExecSync a#0 sleep 20', 'StopContainer a#0 10', 'StopPodSandbox S0'],
  },
  {
    minor: '1.24',
    id: 'grace period 1 is sent',
    spec: { containers: [a] },
    plot: deleted(1),
    calls: [...begun, 'StopContainer a#0 1', 'StopPodSandbox S0'],
  },
  {
    minor: '1.24',
    id: 'a probe has no grace period of its own',
    spec: {
      containers: [
        {
          ...a,
          livenessProbe: {
            exec: { command: ['exit 1'] },
            failureThreshold: 1,
            terminationGracePeriodSeconds: 5,
          },
        },
      ],
    },
    plot: pass(15),
    calls: [...begun, 'ExecSync a#0 exit 1 1', 'StopContainer a#0 30', ...start('a#1')],
  },
  {
    minor: '1.20',
    id: 'an orphan is killed as its annotations say',
    spec: { containers: [hooked] },
    plot: async ({ kubelet, life, pass: wait, done }) => {
      await wait(3);
      await done(kubelet.restart([life]));
      await wait(40);
    },
    calls: [...begun, 'ExecSync a#0 sleep 20', 'StopContainer a#0 10', 'StopPodSandbox S0'],
  },
  {
    minor: '1.34',
    id: 'a crash loop is tried again every 10 to 15 s instead of when its back-off ends',
    spec: { containers: [{ ...a, command: ends(1) }] },
    plot: pass(20),
    calls: [...begun, ...start('a#1'), ...drop('a#0'), ...start('a#2'), ...drop('a#1')],
    paced: [['StartContainer a#1', 'StartContainer a#2', 11, 17]],
  },
];

describe('an older kubelet', () => {
  it.each(flows)('$minor $id', async ({ minor, ...flow }) => {
    await expectFlow({ ...flow, kubelet: { version: minor }, unlisted: true });
  });
});
