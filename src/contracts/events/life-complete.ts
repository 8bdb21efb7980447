// SPDX-License-Identifier: Apache-2.0
import type { Call } from '#evidence/call.js';
import { endMs } from '#evidence/order.js';
import { type Contract, defineContract } from '../contract.js';
import { withoutEvents } from '../event-streams.js';
import { holds, judgeEach } from '../judging.js';
import { firstStart } from '../occasions.js';

export const eventsLifeComplete: Contract = defineContract({
  id: 'events.life.complete',
  level: 'must',
  since: '0.1.0',
  title: 'Creation and start of a container are told to whoever watches',
  reference: {
    source: 'CRI v1, RPC GetContainerEvents',
    says: 'every subscriber hears of every change that happens while the stream is open',
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
      'no container was started while somebody watched and events came',
      ({ life, start, stream }) => {
        const types = stream.messages
          .filter(({ message }) => message.container_id === life.id)
          .map(({ message }) => message.container_event_type ?? 'CONTAINER_CREATED_EVENT');
        return holds(
          [stream, life.create, start],
          types.includes('CONTAINER_CREATED_EVENT') && types.includes('CONTAINER_STARTED_EVENT'),
          {
            expected: 'CONTAINER_CREATED_EVENT and CONTAINER_STARTED_EVENT',
            actual: types.join(', ') || 'no event',
          },
        );
      },
    ),
});

/** Long enough after the start for its event to arrive. */
const arrivalMs = 1000;

function isOpenAfter(stream: Call<'GetContainerEvents'>, start: Call): boolean {
  const last = stream.messages.at(-1)?.atMs ?? 0;
  return Math.max(endMs(stream) === Infinity ? last : endMs(stream), last) >= endMs(start) + arrivalMs;
}
