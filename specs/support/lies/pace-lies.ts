// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

export const paceLies: readonly Lie[] = [
  {
    name: 'one of several statuses of the runtime is refused',
    tell: (truth, tell) => {
      let asked = 0;
      return lyingAbout('Status', () => {
        asked += 1;
        if (asked === 6) throw new CriRefusal('UNKNOWN', 'not now');
        return undefined;
      })(truth, tell);
    },
    scenario: 'runtime.answers',
    breaks: ['runtime.status.succeeds'],
    expected: /^Status: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['Status'],
  },
  {
    name: 'the resources of a pod cannot be changed',
    tell: lyingAbout('UpdatePodSandboxResources', () => {
      throw new CriRefusal('UNKNOWN', 'not now');
    }),
    scenario: 'updates.resized',
    breaks: ['resources.update.succeeds'],
    expected: /^UpdatePodSandboxResources with more resources: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['UpdatePodSandboxResources'],
  },
  {
    name: 'a program that ignores its signal is killed long after its time',
    tell: lyingAbout('StopContainer', async (_, honest) => {
      const answer = await honest();
      await sleep(45_000);
      return { ...answer };
    }),
    scenario: 'stop.ignores-term',
    breaks: ['container.stop.kills-after-timeout', 'runtime.calls.answered'],
    expected: /^killed within \d+ ms$/,
    actual: /^OK after 4\d{4} ms$/,
    proof: ['StopContainer'],
  },
];
