// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { isOpenAfter, mustTell, withoutEvents } from '../../occasions/event-streams.js';
import { judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const eventsLifeComplete: Contract = {
  id: 'events.life.complete',
  level: 'must',
  since: '0.1.0',
  title: 'Creation and start of a container are sent to every open event stream',
  reference: {
    source: 'CRI v1, RPC GetContainerEvents',
    says: 'every subscriber gets every change while its stream is open',
  },
  consequence: 'A kubelet that relies on events does not see what runs.',
  covers: ['V1', 'V2'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.containers().flatMap((life) => {
        const start = firstStart(life);
        const stream = evidence
          .of('GetContainerEvents')
          .find(({ beganMs, messages }) => beganMs < life.create.beganMs && messages.length > 0);
        return start === undefined || stream === undefined || !isOpenAfter(stream, start)
          ? []
          : [{ life, start, stream }];
      }),
      'no container was started while events arrived',
      ({ life, start, stream }) => mustTell(stream, life, start),
    ),
};
