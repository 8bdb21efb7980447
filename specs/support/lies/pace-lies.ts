// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

/** The first request is refused for no reason. */
function refusingOnce(rpc: UnaryMethod): Lie['tell'] {
  return (truth, tell) => {
    let isFirst = true;
    return lyingAbout(rpc, () => {
      if (!isFirst) return undefined;
      isFirst = false;
      throw new CriRefusal('UNKNOWN', 'not now');
    })(truth, tell);
  };
}

export const paceLies: readonly Lie[] = [
  {
    name: 'a status with all details is refused',
    tell: lyingAbout('Status', ({ verbose = false }) => {
      if (verbose) throw new CriRefusal('UNKNOWN', 'not now');
      return undefined;
    }),
    scenario: 'runtime.answers',
    breaks: ['runtime.status.succeeds', 'runtime.status.conditions'],
    expected: /^Status: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['Status'],
  },
  {
    name: 'the resources of a pod cannot be changed at first',
    tell: refusingOnce('UpdatePodSandboxResources'),
    scenario: 'updates.resized',
    breaks: ['resources.update.succeeds'],
    expected: /^UpdatePodSandboxResources with more resources: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['UpdatePodSandboxResources'],
  },
  {
    name: 'the resources of a container cannot be changed at first',
    tell: refusingOnce('UpdateContainerResources'),
    scenario: 'updates.resized',
    breaks: ['resources.update.succeeds'],
    expected: /^UpdateContainerResources with more resources: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['UpdateContainerResources'],
  },
  {
    name: 'a log is reopened, and an error is told',
    tell: lyingAbout('ReopenContainerLog', async (_, honest) => {
      await honest();
      throw new CriRefusal('UNKNOWN', 'not now');
    }),
    scenario: 'logs.reopen',
    breaks: ['log.reopen.succeeds'],
    expected: /^ReopenContainerLog of a running container: OK$/,
    actual: /^UNKNOWN: not now$/,
    proof: ['ReopenContainerLog'],
  },
];
