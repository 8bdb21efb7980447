// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isRunningAt } from '../../occasions/occasions.js';
import { streamingCalls, type StreamingCall } from '../../occasions/services/stream-urls.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const streamingUrlSucceeds: Contract = {
  id: 'streaming.url.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'Exec, Attach and PortForward succeed for what runs',
  reference: {
    source: 'CRI v1, RPC Exec, Attach, PortForward; kubelet, server.go',
    says: 'users look into running containers at any time',
  },
  consequence: 'kubectl exec, attach or port-forward does not work on this node.',
  covers: ['STR-001', 'T1'],
  check: (evidence) =>
    judgeEach(
      streamingCalls(evidence).filter((call) => isBeforeOutages(evidence, call) && isGood(evidence, call)),
      'no stream was asked for where something runs',
      (call) => mustSucceed(call, `${call.rpc} of what runs`),
    ),
};

/** Every field that a request for a stream may have. */
interface Wanted {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly tty?: boolean;
}

function isGood(evidence: Evidence, call: StreamingCall): boolean {
  const {
    pod_sandbox_id: sandboxId,
    container_id: id = '',
    stdin,
    stdout,
    stderr,
    tty,
  } = call.request as Wanted;
  if (sandboxId !== undefined) {
    const sandbox = evidence.sandbox(sandboxId);
    return sandbox?.changes.every((change) => beganAfter(change, call)) === true;
  }
  const life = evidence.container(id);
  const isPossible = [stdin, stdout, stderr].includes(true) && !(tty === true && stderr === true);
  return life !== undefined && isPossible && isRunningAt(life, call);
}
