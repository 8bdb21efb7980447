// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised, unsupported } from '../../verdict.js';

export const checkpointContainerArchiveWritten: Contract = {
  id: 'checkpoint.container.archive-written',
  level: 'must',
  since: '0.1.0',
  title: 'When CheckpointContainer returns OK, the archive is where the request said',
  reference: {
    source: 'CRI v1, CheckpointContainerRequest.location; kubelet, server.go, checkpoint',
    says: 'the archive is written to that path, which the kubelet hands to the user',
  },
  consequence:
    'The file that the kubelet names to the user does not exist, and the state of the program is lost.',
  covers: ['CKP-002'],
  check: (evidence) =>
    judgeEach(evidence.of('CheckpointContainer'), 'no container was checkpointed', (call) => {
      if (isRefused(call)) return cannot(call);
      if (!isAnswered(call)) return unexercised('the checkpoint was not answered');
      const seen = archiveOf(evidence, call);
      if (seen === undefined) return unexercised('the archive was not looked for');
      const { path, exists, kind, bytes } = seen;
      return holds([call], exists && kind === 'file' && bytes > 0, {
        expected: `a file that is not empty at ${path}`,
        actual: exists ? `${kind ?? 'something'} of ${bytes} bytes` : 'nothing there',
      });
    }),
};

/** It needs CRIU on the node: most have none. */
const cannot = (call: RecordedCall) =>
  unsupported([call.seq], 'the runtime cannot checkpoint containers on this node');

function archiveOf(evidence: Evidence, { request, beganMs }: AnsweredCall<'CheckpointContainer'>) {
  return evidence
    .observed('file')
    .find(({ atMs, facts }) => facts.path === request.location && atMs >= beganMs)?.facts;
}
