// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsOrderOnce: Contract = {
  id: 'events.order.once',
  level: 'must',
  since: '0.1.0',
  title: 'Created, started, stopped and deleted events are sent once each and in this order',
  reference: {
    source: 'CRI v1, RPC GetContainerEvents; kubelet, evented pod lifecycle event generator',
    says: 'the four types follow the life of a container',
  },
  consequence: 'The kubelet reacts to deaths that did not happen, or learns of real ones minutes later.',
  covers: ['V1'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          // Each watcher gets everything, and may get old events again when it subscribes.
          evidence.of('GetContainerEvents').map((stream) => ({
            life,
            stream,
            types: stream.messages
              .filter(({ message }) => message.container_id === life.id)
              .map(({ message }) => message.container_event_type ?? 'CONTAINER_CREATED_EVENT')
              // Types of later versions of the CRI are nobody's concern.
              .filter((type) => order.includes(type)),
          })),
        )
        .filter(({ types }) => types.length > 0),
      'no event of a container was seen',
      ({ life, stream, types }) => {
        const ok = types.every(
          (type, at) => at === 0 || order.indexOf(type) > order.indexOf(types[at - 1] ?? type),
        );
        return holds([life.create, stream], ok, {
          expected: 'created, started, stopped, deleted',
          actual: types.join(', '),
        });
      },
    ),
};

const order: readonly ContainerEventType[] = [
  'CONTAINER_CREATED_EVENT',
  'CONTAINER_STARTED_EVENT',
  'CONTAINER_STOPPED_EVENT',
  'CONTAINER_DELETED_EVENT',
];
