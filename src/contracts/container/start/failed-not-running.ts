// SPDX-License-Identifier: Apache-2.0
import { type RecordedCall, isRefused } from '#evidence/call.js';
import { type ContainerHistory, viewsAfter } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { noRefusedStart } from '../../occasions/refused-programs.js';
import { held, unexercised } from '../../verdict.js';

export const containerStartFailedNotRunning: Contract = {
  id: 'container.start.failed-not-running',
  level: 'must',
  since: '0.1.0',
  title: 'A container whose StartContainer was refused does not run',
  reference: {
    source: 'CRI v1, RPC StartContainer',
    says: 'an error means that the process was not started',
  },
  consequence: 'The kubelet starts another instance next to the one it believes dead.',
  covers: ['L6'],
  check: (evidence) => {
    const starts = failedStarts(evidence);
    if (starts.length === 0) return noRefusedStart(evidence, 'no start was refused');
    return judgeEach(starts, '', ({ life, start }) => {
      const later = [
        ...viewsAfter(life, start).map(({ call }) => call),
        ...life.absences.filter((read) => beganAfter(read, start)),
      ];
      const running = viewsAfter(life, start).find(({ state }) => state === 'CONTAINER_RUNNING');
      if (running !== undefined) {
        return holds([start, running.call], false, {
          expected: 'not RUNNING after a refused start',
          actual: running.state,
        });
      }
      return later.length === 0
        ? unexercised('nothing was read after a refused start')
        : held([start.seq, ...later.map(({ seq }) => seq)]);
    });
  },
};

function failedStarts(
  evidence: Evidence,
): readonly { readonly life: ContainerHistory; readonly start: RecordedCall }[] {
  return evidence.containers().flatMap((life) => {
    const [start] = life.starts;
    return start !== undefined && isRefused(start) ? [{ life, start }] : [];
  });
}
