// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';

export const sandboxRemoveForcesContainers: Contract = {
  id: 'sandbox.remove.forces-containers',
  level: 'must',
  since: '0.1.0',
  title: 'RemovePodSandbox succeeds on a sandbox that nobody stopped, also while containers run in it',
  reference: {
    source: 'CRI v1, RPC RemovePodSandbox',
    says: 'containers that still run in the sandbox are ended by force and removed',
  },
  consequence: 'Sandboxes that were never stopped can never be removed, nor what runs in them.',
  covers: ['SBX-019', 'S6'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => removalsUnstopped(evidence, life)),
      'no sandbox was removed that nobody had stopped',
      (remove) => mustSucceed(remove, 'RemovePodSandbox of a sandbox that nobody stopped'),
    ),
};

/** Alone: what else is under way may hold it up. */
function removalsUnstopped(evidence: Evidence, life: SandboxHistory): readonly RecordedCall[] {
  return life.removes.filter(
    (remove) =>
      isBeforeOutages(evidence, remove) &&
      life.stops.every((stop) => beganAfter(stop, remove)) &&
      life.removes.every(
        (other) => other === remove || beganAfter(other, remove) || beganAfter(remove, other),
      ),
  );
}
