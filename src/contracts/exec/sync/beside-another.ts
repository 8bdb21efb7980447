// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { execsOfGuest } from '../../occasions/guest-execs.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import {
  besides,
  heldUpWords,
  isHeldUp,
  readsOf,
  type CallBeside,
} from '../../occasions/services/held-up.js';

export const execSyncBesideAnother: Contract = {
  id: 'exec.sync.beside-another',
  level: 'must',
  since: '0.1.0',
  title: 'A command that takes its time holds up no other command and no read',
  reference: {
    source: 'kubelet, prober (one worker for each probe) and pod lifecycle event generator',
    says: 'probes of one container and the relist call the runtime at the same time, each with its own timeout',
  },
  consequence: 'One slow probe makes the others run into their timeouts, and a healthy container is killed.',
  covers: ['X3'],
  check: (evidence) =>
    judgeEach(besidesExecs(evidence), 'nothing was asked while a command ran for long', (beside) =>
      holds([beside.long, beside.other], !isHeldUp(evidence, beside), heldUpWords(beside)),
    ),
};

const shortestMs = 2_000;

function besidesExecs(evidence: Evidence): readonly CallBeside[] {
  const execs = execsOfGuest(evidence);
  const idle = execs.filter(({ program }) => program.mostMs === 0).map(({ exec }) => exec);
  const others: readonly RecordedCall[] = [...idle, ...readsOf(evidence)];
  return execs
    .filter(
      ({ exec, program }) =>
        isBeforeOutages(evidence, exec) && program.lastsMs >= shortestMs && isAnswered(exec),
    )
    .flatMap(({ exec }) => besides(exec, others));
}
