// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { newActuatedResources } from '#kubelet/decide/sync/actuated-resources.js';
import { computePodActions } from '#kubelet/decide/sync/compute-pod-actions.js';
import { podPhase } from '#kubelet/decide/report/pod-phase.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod } from '#pod/pod.js';
import { arbitraryPod } from '../../support/kubelet/arbitrary-pods.js';
import { arbitraryProbes, arbitraryStatus } from '../../support/kubelet/arbitrary-statuses.js';
import { HinderedClient, type Hindrance } from '../../support/kubelet/hindered-client.js';
import { illegalOrder } from '../../support/kubelet/illegal-order.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { liveKubelet } from '../../unit/kubelet/live-kubelet.js';

/** Mostly nothing. */
const hindrances = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom<Hindrance>('refuse', 'refuse-not-found', 'lose', 'hang') },
  ),
  { minLength: 20, maxLength: 80 },
);

interface PodHistory {
  readonly illegal: readonly string[];
  readonly ended: string;
}

/** A life in which every call may go wrong, until the pod is deleted; from then on the runtime behaves. */
async function live(
  pod: Pod,
  plan: readonly (Hindrance | undefined)[],
  deleteAt: number,
): Promise<PodHistory> {
  const runtime = new FakeRuntime();
  runtime.missingImages.add('missing:1');
  const cri = new HinderedClient(runtime);
  const kept = liveKubelet(cri);
  try {
    cri.hinder = (rpc) => {
      const how = plan[cri.calls.length];
      return how === 'hang' && (rpc === 'PullImage' || rpc === 'ExecSync') ? 'lose' : how;
    };
    const life = kept.kubelet.add(pod);
    await life.until(({ terminated }) => terminated || cri.calls.length >= deleteAt, { timeoutMs: 3000 });
    cri.hinder = () => undefined;
    const ended = await life.delete({ timeoutMs: 20_000 });
    await life.collectGarbage();
    return { illegal: illegalOrder(cri.calls), ended };
  } finally {
    await kept.end();
  }
}

/** Side by side, since a life is mostly waiting. */
const shares = Array.from({ length: 8 }, (_, at) => at + 1);

it.concurrent.each(shares)(
  'whatever the pod and whatever the runtime answers: no crash, no order that no kubelet has, an end (%i)',
  async () => {
    const property = fc.asyncProperty(
      arbitraryPod,
      hindrances,
      fc.integer({ min: 1, max: 80 }),
      async (pod, plan, deleteAt) => {
        expect(await live(pod, plan, deleteAt)).toEqual({ illegal: [], ended: 'terminated' });
      },
    );
    await fc.assert(property, { numRuns: 5, endOnFailure: true });
  },
  300_000,
);

it('the decision is total, and never both ends the pod and starts something in the sandbox it ends', () => {
  const version = fc.integer({ min: 20, max: 37 }).map((minor) => `1.${minor}`);
  const input = fc.record({
    pod: arbitraryPod,
    status: arbitraryStatus,
    probes: arbitraryProbes,
    kubelet: version,
  });
  const property = fc.property(input, ({ pod, status, probes, kubelet }) => {
    const traits = traitsOf(kubelet);
    const actions = computePodActions({ pod, status, probes, actuated: newActuatedResources(), traits });
    const started = [...actions.initContainersToStart, ...actions.containersToStart];
    // Containers may be named to be killed beside the pod, as the kubelet does it: they go with the pod.
    if (actions.killPod && !actions.createSandbox && started.length > 0) throw new Error('starts in vain');
    expect(new Set(started.map(({ name }) => name)).size).toBe(started.length);
    expect(['Pending', 'Running', 'Succeeded', 'Failed']).toContain(podPhase(pod, status, { traits }));
  });
  fc.assert(property, { numRuns: 3000 });
});
