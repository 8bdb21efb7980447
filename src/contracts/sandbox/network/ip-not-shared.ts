// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import {
  type SandboxHistory,
  type SandboxView,
  sandboxViewsAfter,
} from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, pairs } from '../../judging/judging.js';

export const sandboxNetworkIpNotShared: Contract = {
  id: 'sandbox.network.ip-not-shared',
  level: 'must',
  since: '0.1.0',
  title: 'Two READY sandboxes never have the same pod-network address',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus.ip; Kubernetes network model',
    says: 'every pod has its own address',
  },
  consequence: 'Traffic for one pod reaches another.',
  covers: ['W2'],
  check: (evidence) =>
    judgeEach(
      pairs(evidence.sandboxes().flatMap(firstRead), liveTogether),
      'no two sandboxes were READY together',
      ([one, other]) =>
        holds([one.call, other.call], ipOf(one) !== ipOf(other), {
          expected: 'two addresses for two READY sandboxes',
          actual: `${ipOf(one)} for both`,
        }),
    ),
};

interface FirstRead {
  readonly changes: SandboxHistory['changes'];
  readonly view: SandboxView;
}

/** The first status with an address. */
function firstRead(life: SandboxHistory): readonly FirstRead[] {
  const view = sandboxViewsAfter(life, life.run).find((each) => ipOf(each) !== '');
  return view === undefined || life.hostNetwork ? [] : [{ changes: life.changes, view }];
}

/** Statuses of both, read before either was asked to end. */
function liveTogether(one: FirstRead, other: FirstRead): readonly (readonly [SandboxView, SandboxView])[] {
  const isAfterBoth = (change: RecordedCall): boolean =>
    beganAfter(change, one.view.call) && beganAfter(change, other.view.call);
  return one.changes.every(isAfterBoth) && other.changes.every(isAfterBoth) ? [[one.view, other.view]] : [];
}

function ipOf(view: SandboxView): string {
  return view.kind === 'status' ? (view.status.network?.ip ?? '') : '';
}
