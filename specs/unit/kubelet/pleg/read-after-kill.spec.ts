// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { readAfterKill } from '#kubelet/pleg/read-after-kill.js';
import { noStatus } from '#kubelet/decide/report/pod-status.js';
import { partialContext } from '../partial-context.js';
import { scriptedCalls } from '../scripted-calls.js';

const clock = { nowMs: () => 7, sleep: () => Promise.resolve() };
const ofPod = '{"label_selector":{"io.kubernetes.pod.uid":"u"}}';

it.each([
  ['1.21', [], ['u at 7']],
  ['1.22', [`ListPodSandbox ${ofPod}`, `ListContainers ${ofPod}`], []],
  ['1.37', [`ListPodSandbox ${ofPod}`, `ListContainers ${ofPod}`], []],
])('kubelet %s looks at a killed pod', async (version, asked, awaited) => {
  const { call, made } = scriptedCalls({ ListPodSandbox: () => ({}), ListContainers: () => ({}) });
  const relists: string[] = [];
  const pleg = {
    newerThan: (uid: string, sinceMs: number) => Promise.resolve(void relists.push(`${uid} at ${sinceMs}`)),
  };
  const ctx = partialContext({ call, clock, version });
  const status = await readAfterKill({ ctx, pleg }, 'u', () => noStatus);
  expect(status).toMatchObject({ sandboxes: [], containers: [] });
  expect(made).toEqual(asked);
  expect(relists).toEqual(awaited);
});
