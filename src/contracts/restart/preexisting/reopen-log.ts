// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs } from '#evidence/history/order.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import {
  countedLines,
  firstGap,
  type CountedLine,
  logFilesOf,
  wasRenamedBefore,
  type SeenLog,
} from '../../occasions/log-files.js';
import { isKeptUntil, isRunningAt } from '../../occasions/occasions.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartPreexistingReopenLog: Contract = {
  id: 'restart.preexisting.reopen-log',
  level: 'must',
  since: '0.1.0',
  title:
    'The log of a container from before the restart can be rotated: into a new file, and without losing lines',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog; kubelet, container log manager',
    says: "a running container's log is rotated when it has grown, whenever the container started",
  },
  consequence: 'After a restart of the runtime logs are never rotated and fill the disk, or stop for good.',
  covers: ['RS4', 'G4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ReopenContainerLog').flatMap((reopen) => {
        const life = evidence.container(reopen.request.container_id ?? '');
        const isOld = life !== undefined && isAcross(evidence, life.create, reopen);
        return isOld && isKeptUntil(life, reopen) && isRunningAt(life, reopen) ? [reopen] : [];
      }),
      'no log of a container from before a restart was reopened',
      (reopen) =>
        isAnswered(reopen)
          ? rotatedWell(evidence, reopen)
          : mustSucceed(reopen, 'ReopenContainerLog of a container from before the restart'),
    ),
};

function rotatedWell(evidence: Evidence, reopen: RecordedCall<'ReopenContainerLog'>): Verdict {
  const looks = logFilesOf(evidence).filter(
    (log) =>
      log.life.id === reopen.request.container_id &&
      log.atMs >= endMs(reopen) &&
      wasRenamedBefore(evidence, log, reopen),
  );
  const fresh = looks.findLast(({ rotated }) => !rotated);
  if (fresh === undefined) return unexercised('the log was not read after it was reopened');
  if (!fresh.exists)
    return holds([reopen], false, { expected: `a new file at ${fresh.path}`, actual: 'no such file' });
  const gap = firstGap([...lastLine(looks), ...countedLines(fresh.content)]);
  return holds([reopen], gap === undefined, {
    expected: 'numbered lines without a gap since the reopening',
    actual: gap ?? '',
  });
}

/** The last of the numbered lines in the rotated file: earlier ones may have met the outage. */
function lastLine(looks: readonly SeenLog[]): readonly CountedLine[] {
  return looks
    .filter(({ rotated }) => rotated)
    .flatMap(({ content }) => countedLines(content).slice(-1))
    .slice(-1);
}
