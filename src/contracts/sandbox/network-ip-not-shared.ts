// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/order.js';
import { type SandboxLife, type SandboxView, sandboxViewsAfter } from '#evidence/sandbox-life.js';
import { type Contract, defineContract } from '../contract.js';
import { holds, judgeEach, pairs } from '../judging.js';

export const sandboxNetworkIpNotShared: Contract = defineContract({
  id: 'sandbox.network.ip-not-shared',
  level: 'must',
  since: '0.1.0',
  title: 'Two READY sandboxes never have the same pod-network address',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus.ip; Kubernetes network model',
    says: 'every pod has an address of its own',
  },
  consequence: 'Traffic for one pod reaches another.',
  covers: ['W2'],
  check: (evidence) =>
    judgeEach(
      pairs(evidence.sandboxes().filter(({ hostNetwork }) => !hostNetwork)).flatMap(liveTogether),
      'no two sandboxes were seen alive together',
      ([one, other]) =>
        holds([one.call, other.call], ipOf(one) !== ipOf(other), {
          expected: 'two addresses for two living sandboxes',
          actual: `${ipOf(one)} for both`,
        }),
    ),
});

type Pair = readonly [SandboxView, SandboxView];

/** Status of both, read while neither had been asked to end. */
function liveTogether([one, other]: readonly [SandboxLife, SandboxLife]): readonly Pair[] {
  const first = sandboxViewsAfter(one, one.run).find((view) => ipOf(view) !== '');
  const second = sandboxViewsAfter(other, other.run).find((view) => ipOf(view) !== '');
  if (first === undefined || second === undefined) return [];
  const alive = [...one.changes, ...other.changes].every(
    (change) => beganAfter(change, first.call) && beganAfter(change, second.call),
  );
  return alive ? [[first, second]] : [];
}

function ipOf(view: SandboxView): string {
  return view.kind === 'status' ? (view.status.network?.ip ?? '') : '';
}
