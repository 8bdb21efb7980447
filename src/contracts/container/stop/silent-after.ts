// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { readableTime } from '#evidence/timestamps.js';
import { finalStatement } from '#guest/predict.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lastLineNs, logsAfter } from '../../occasions/objects/last-words.js';
import { statementsOf } from '../../occasions/outages.js';

export const containerStopSilentAfter: Contract = {
  id: 'container.stop.silent-after',
  level: 'must',
  since: '0.1.0',
  title: 'A program writes nothing any more once the call that ended it has been answered',
  reference: {
    source: 'CRI v1, RPCs StopContainer, RemoveContainer, StopPodSandbox, RemovePodSandbox',
    says: 'when they answer OK, the container or all containers of the sandbox have ended',
  },
  consequence: 'The old instance of a program goes on beside the new one, on the same files and ports.',
  covers: ['S7'],
  check: (evidence) => {
    const ends = evidence
      .containers()
      .filter((life) => finalStatement(statementsOf(life))?.do === 'tick')
      .flatMap(({ changes }) => changes.filter((change) => change.rpc !== 'StartContainer'));
    const seen = ends.flatMap((end) => logsAfter(evidence, end, afterMs).map((log) => ({ end, log })));
    return judgeEach(seen, 'no log was read some time after its program was ended', ({ end, log }) => {
      const last = lastLineNs(log) ?? 0n;
      const latest = evidence.wallClockNs(endOf(end)) + slackNs;
      return holds([end], last <= latest, {
        expected: `no line after ${end.rpc} had been answered, ${readableTime(latest - slackNs)}`,
        actual: `a line of ${log.life.name} at ${readableTime(last)}`,
      });
    });
  },
};

const endOf = (call: RecordedCall): number => (isAnswered(call) ? call.endedMs : call.beganMs);

/** On a busy node a line may lie in a pipe for a while before it gets its time. */
const slackNs = 1_500_000_000n;

/** How long after the answer a program that lives has certainly written more. */
const afterMs = 2_000;
