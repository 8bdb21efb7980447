// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { viewsAfter } from '#evidence/history/container-history.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { programOf } from '../../occasions/occasions.js';
import { held } from '../../verdict.js';

export const restartPreexistingStart: Contract = {
  id: 'restart.preexisting.start',
  level: 'must',
  since: '0.1.0',
  title: 'A container that was created before the restart can be started after it',
  reference: {
    source: 'CRI v1, RPC StartContainer',
    says: 'a created container can be started, also by a new daemon',
  },
  consequence: 'A restart of the runtime in the middle of a pod start leaves a container that never starts.',
  covers: ['RS4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const [start] = life.starts;
        return start === undefined || !isAcross(evidence, life.create, start) ? [] : [{ life, start }];
      }),
      'no container that was created before a restart was started after it',
      ({ life, start }) => {
        if (!isAnswered(start))
          return mustSucceed(start, 'StartContainer of a container from before the restart');
        const [view] = viewsAfter(life, start);
        if (view === undefined) return held([start.seq]);
        const goesOn = programOf(life)?.lastsMs === Number.POSITIVE_INFINITY;
        const states = goesOn ? ['CONTAINER_RUNNING'] : ['CONTAINER_RUNNING', 'CONTAINER_EXITED'];
        return holds([start, view.call], states.includes(view.state), {
          expected: states.join(' or '),
          actual: `${view.state} in ${view.call.rpc}`,
        });
      },
    ),
};
