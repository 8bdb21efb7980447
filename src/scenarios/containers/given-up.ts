// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

/** Longer than the contracts allow. */
const againForMs = 35_000;

/** So early that no runtime has answered, or in the middle of its work: which one it is depends on the node. */
const deadlines: readonly number[] = [1, 15, 60];

const givenUp = (
  rpc: string,
  requestFor: (name: string) => Readonly<Record<string, unknown>>,
): readonly Step[] =>
  deadlines.map((deadlineMs) => ({
    do: 'call',
    rpc,
    request: requestFor(`after-${deadlineMs}`),
    deadlineMs,
    againForMs,
    together: true,
  }));

const ofPod = { filter: { label_selector: { [podUidLabel]: '{uid}' } } };

export const containersGivenUp: Scenario = {
  id: 'containers.given-up',
  title: 'a client gives up waiting for new containers and sandboxes, and asks for them again',
  pod: {
    metadata: { name: 'hasty' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...givenUp('CreateContainer', (name) => containerByHand(name, box('wait'))),
    ...givenUp('RunPodSandbox', sandboxByHand),
    // All of them are answered by now, unless something is wrong.
    { do: 'let-time-pass', ms: 1500 },
    { do: 'call', rpc: 'ListContainers', request: ofPod },
    { do: 'call', rpc: 'ListPodSandbox', request: ofPod },
  ],
  exercises: ['container.create.again-after-deadline', 'sandbox.run.again-after-deadline'],
};
