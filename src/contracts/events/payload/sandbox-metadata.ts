// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { withoutEvents } from '../../occasions/event-streams.js';
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
  consequence: 'The event is dropped, and the change is noticed minutes later.',
  covers: ['EVT-003', 'V3'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.events().filter(({ event }) => {
        const id = event.container_id ?? '';
        return evidence.container(id) !== undefined || evidence.sandbox(id) !== undefined;
      }),
      'no event of a container or sandbox was seen',
      ({ stream, event }) => {
        const { uid = '' } = event.pod_sandbox_status?.metadata ?? {};
        return holds([stream], uid !== '', {
          expected: 'pod_sandbox_status.metadata.uid',
          actual: `${event.container_event_type ?? 'CONTAINER_CREATED_EVENT'} of ${event.container_id ?? ''} without it`,
        });
      },
    ),
};
