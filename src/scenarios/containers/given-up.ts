// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { CallTogether } from '../step.js';

/** Longer than the contracts allow. */
const againForMs = 35_000;

/**
 * So early that no runtime has answered, or in the middle of its work: which one it is depends on the node. The
 * shortest comes last, when a runtime has the others to work on.
 */
const deadlines: readonly number[] = [60, 15, 1];

/** Unless it is slow, a runtime answers in time; one that is finds out only later that nobody waits any more. */
const later = { deadlineMs: 400, againForMs, againAfterMs: 4_000 };

const givenUp = (
  rpc: string,
  requestFor: (name: string) => Readonly<Record<string, unknown>>,
): readonly CallTogether[] => [
  { rpc, request: requestFor('later'), ...later },
  ...deadlines.map((deadlineMs) => ({
    rpc,
    request: requestFor(`after-${deadlineMs}`),
    deadlineMs,
    againForMs,
  })),
];

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
    {
      do: 'calls-together',
      calls: [
        ...givenUp('CreateContainer', (name) => containerByHand(name, box('wait'))),
        ...givenUp('RunPodSandbox', sandboxByHand),
      ],
    },
    { do: 'call', rpc: 'ListContainers', request: ofPod },
    { do: 'call', rpc: 'ListPodSandbox', request: ofPod },
  ],
  exercises: ['container.create.again-after-deadline', 'sandbox.run.again-after-deadline'],
};
