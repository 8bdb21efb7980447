// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsPayloadSandboxMetadata: Contract = {
  id: 'events.payload.sandbox-metadata',
  level: 'must',
  since: '0.1.0',
  title: 'Every event carries the metadata of its sandbox',
  reference: {
    source:
      'CRI v1, ContainerEventResponse.pod_sandbox_status; kubelet, evented pod lifecycle event generator',
    says: 'the kubelet finds the pod by the uid in it, also when something was deleted',
  },
  consequence: 'The event is dropped, or changes the status of another pod.',
  covers: ['EVT-003', 'V3'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.events().flatMap((seen) => {
        const life = sandboxOfEvent(evidence, seen.event);
        return life === undefined ? [] : [{ ...seen, life }];
      }),
      'no event of a container or sandbox was seen',
      ({ stream, event, life }) => {
        const { id = '', metadata: told = {} } = event.pod_sandbox_status ?? {};
        const asked = life.config.metadata ?? {};
        const expected = [life.id, asked.namespace, asked.name, asked.uid, asked.attempt ?? 0].join(' ');
        const actual = [id, told.namespace, told.name, told.uid, told.attempt ?? 0].join(' ');
        return holds([life.run, stream], actual === expected, {
          expected: `pod_sandbox_status of ${expected}`,
          actual: `${actual} in ${event.container_event_type ?? 'CONTAINER_CREATED_EVENT'} of ${event.container_id ?? ''}`,
        });
      },
    ),
};
