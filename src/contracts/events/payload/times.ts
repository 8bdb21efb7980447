// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsPayloadTimes: Contract = {
  id: 'events.payload.times',
  level: 'must',
  since: '0.1.0',
  title: 'The time of an event is between what it tells and its arrival',
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
        const least = latest([from - clockToleranceNs, ...timesTold(event)]) - evidence.setBackNs(0, atMs);
        return holds([life.run, stream], isNotBefore(at, least) && at <= to + clockToleranceNs, {
          expected: `created_at from ${readableTime(least)} to ${readableTime(to)}`,
          actual: `${readableTime(at)} in ${event.container_event_type ?? 'CONTAINER_CREATED_EVENT'} of ${event.container_id ?? ''}`,
        });
      },
    ),
};

/** When the container that the event is about was created, started and ended, by the clock that the event has, too. */
function timesTold({
  container_id: id,
  containers_statuses: all = [],
}: ContainerEventResponse): readonly bigint[] {
  return all
    .filter((status) => status.id === id)
    .flatMap(({ created_at, started_at, finished_at }) => [created_at, started_at, finished_at])
    .map((time) => parseInt64(time));
}

const latest = (times: readonly bigint[]): bigint =>
  times.reduce((one, other) => (other > one ? other : one));

const second = 1_000_000_000n;

/** Some clocks have whole seconds only. */
function isNotBefore(at: bigint, least: bigint): boolean {
  return at >= least || (at % second === 0n && at >= (least / second) * second);
}
