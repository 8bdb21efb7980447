// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import {
  a,
  deletePod,
  exits,
  notOnNode,
  nothingFor,
  preStop,
  remove,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const podStarts = ['RunPodSandbox S0', startContainer('a#0')];
const hooked = { ...a, ...preStop('sleep 20') };
const pulled = { restartPolicy: 'Always', containers: [{ ...a, imagePullPolicy: 'Always' }] } as const;

/** Calls that an older kubelet makes differently. */
const flows: readonly (Flow & { readonly minor: string })[] = [
  ...['1.20', '1.24', '1.28'].map((minor) => ({
    minor,
    story: 'does not read the size of a pulled image',
    spec: { containers: [a] },
    before: notOnNode('x:1'),
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', startContainer('a#0').slice(1)],
  })),
  {
    minor: '1.28',
    story: 'looks up an image with policy Always before the pull',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', startContainer('a#0').slice(1)],
  },
  {
    minor: '1.31',
    story: 'looks up an image with policy Always before the pull, and then reads its size',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', startContainer('a#0')],
  },
  {
    minor: '1.32',
    story: 'pulls an image with policy Always without looking it up, as today',
    spec: pulled,
    calls: ['RunPodSandbox S0', 'PullImage x:1', startContainer('a#0')],
  },
  ...(['1.24', '1.27'] as const).map((minor) => ({
    minor,
    story: 'does not subtract the time of the preStop hook',
    spec: { containers: [hooked] },
    happens: deletePod(30),
    calls: [podStarts, 'ExecSync a#0 sleep 20', 'StopContainer a#0 30', 'StopPodSandbox S0'],
  })),
  {
    minor: '1.28',
    story: 'subtracts the time of the preStop hook, as today',
    spec: { containers: [hooked] },
    happens: deletePod(30),
    calls: [podStarts, 'ExecSync a#0 sleep 20', 'StopContainer a#0 10', 'StopPodSandbox S0'],
  },
  {
    minor: '1.24',
    story: 'sends a grace period of 1 s',
    spec: { containers: [a] },
    happens: deletePod(1),
    calls: [podStarts, 'StopContainer a#0 1', 'StopPodSandbox S0'],
  },
  {
    minor: '1.24',
    story: 'ignores the grace period of a probe',
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
    happens: nothingFor(15),
    calls: [podStarts, 'ExecSync a#0 exit 1 1', 'StopContainer a#0 30', startContainer('a#1')],
  },
  {
    minor: '1.20',
    story: 'kills an orphan as its annotations say',
    spec: { containers: [hooked] },
    happens: async ({ kubelet, controller, wait, finish }) => {
      await wait(3);
      await finish(kubelet.restart([controller]));
      await wait(40);
    },
    calls: [podStarts, 'ExecSync a#0 sleep 20', 'StopContainer a#0 10', 'StopPodSandbox S0'],
  },
  {
    minor: '1.34',
    story: 'retries a crash loop every 10 to 15 s, not when its back-off ends',
    spec: { containers: [{ ...a, command: exits(1) }] },
    happens: nothingFor(20),
    calls: [podStarts, startContainer('a#1'), remove('a#0'), startContainer('a#2'), remove('a#1')],
    secondsBetween: [['StartContainer a#1', 'StartContainer a#2', 11, 17]],
  },
];

describe('an older kubelet', () => {
  it.each(flows)('$minor $id', async ({ minor, ...flow }) => {
    await expectFlow({ ...flow, kubelet: { version: minor }, ignoreLists: true });
  });
});
