// SPDX-License-Identifier: Apache-2.0
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsPayloadTimes: Contract = {
  id: 'events.payload.times',
  level: 'must',
  since: '0.1.0',
  title: 'The time of an event is between the creation of its pod and its arrival',
  reference: {
    source: 'CRI v1, ContainerEventResponse.created_at; kubelet, evented pod lifecycle event generator',
    says: 'the kubelet marks the status of the pod as being of this time, and ignores older ones',
  },
  consequence: 'The pod workers wait for a status that never comes, or use an old one.',
  covers: ['V3'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.events().flatMap((seen) => {
        const life = sandboxOfEvent(evidence, seen.event);
        return life === undefined ? [] : [{ ...seen, life }];
      }),
      'no event of a container or sandbox was seen',
      ({ stream, event, atMs, life }) => {
        const { from, to } = evidence.wallWindow(life.run.beganMs, atMs);
        const at = parseInt64(event.created_at);
        return holds([life.run, stream], at >= from - clockToleranceNs && at <= to + clockToleranceNs, {
          expected: `created_at from ${readableTime(from)} to ${readableTime(to)}`,
          actual: `${readableTime(at)} in ${event.container_event_type ?? 'CONTAINER_CREATED_EVENT'} of ${event.container_id ?? ''}`,
        });
      },
    ),
};
