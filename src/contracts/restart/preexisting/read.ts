// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { isAcross, isSinceBack } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isKeptUntil } from '../../occasions/occasions.js';
import { isBeforeOutage } from '../../occasions/outages.js';

export const restartPreexistingRead: Contract = {
  id: 'restart.preexisting.read',
  level: 'must',
  since: '0.1.0',
  title: 'What could be read before the restart can be read after it, one by one and in lists',
  reference: {
    source: 'CRI v1, read RPCs; kubelet, relist and the status of a pod',
    says: 'a failed read is repeated forever, and until it succeeds nothing is done for the pod',
  },
  consequence: 'One unreadable object blocks its pod, or all pods of the node.',
  covers: ['RS4'],
  check: (evidence) =>
    judgeEach(
      [...statusReads(evidence), ...listReads(evidence), ...imageReads(evidence)].filter(
        (read) => !saysNotFound(read),
      ),
      'nothing was read that is older than a restart',
      (read) => mustSucceed(read, `${read.rpc} of what is from before the restart`),
    ),
};

/** Whether a missing object should exist is for other contracts to judge. */
const saysNotFound = (read: RecordedCall): boolean => isRefused(read) && read.outcome.code === 'NOT_FOUND';

function statusReads(evidence: Evidence): readonly RecordedCall[] {
  return [...evidence.sandboxes(), ...evidence.containers()].flatMap((life) =>
    life.statuses.filter(
      (read: RecordedCall) => isAcross(evidence, madeBy(life), read) && isKeptUntil(life, read),
    ),
  );
}

const madeBy = (life: SandboxHistory | ContainerHistory): RecordedCall =>
  'run' in life ? life.run : life.create;

function listReads(evidence: Evidence): readonly RecordedCall[] {
  const lists = ['ListPodSandbox', 'ListContainers', 'ListImages'] as const;
  return lists.flatMap((rpc) => readAgain(evidence, evidence.of(rpc)));
}

function imageReads(evidence: Evidence): readonly RecordedCall[] {
  const reads = evidence.of('ImageStatus');
  const names = new Set(reads.map(({ request }) => nameOf(request.image)));
  return [...names].flatMap((name) =>
    readAgain(
      evidence,
      reads.filter(({ request }) => nameOf(request.image) === name),
    ),
  );
}

/** Reads after a restart of what was read before it. */
function readAgain(evidence: Evidence, reads: readonly RecordedCall[]): readonly RecordedCall[] {
  return evidence.outages().flatMap((outage) => {
    const wasAnswered = reads.some((read) => isAnswered(read) && isBeforeOutage(read, outage));
    return wasAnswered ? reads.filter((read) => isSinceBack(read, outage)) : [];
  });
}
