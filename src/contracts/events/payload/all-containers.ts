// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType } from '#cri/proto/generated/messages.js';
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence, SeenEvent } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { alienIn } from '../../occasions/objects/in-sandbox.js';

export const eventsPayloadAllContainers: Contract = {
  id: 'events.payload.all-containers',
  level: 'must',
  since: '0.1.0',
  title: 'An event has the status of every container of its sandbox, each once, and of no other',
  reference: {
    source: 'CRI v1, ContainerEventResponse.containers_statuses; kubelet, GetPodStatus with evented PLEG',
    says: 'the kubelet takes the containers of an event for all containers of the pod',
  },
  consequence: 'The kubelet starts a second copy of a container that an event left out.',
  covers: ['EVT-005', 'V3', 'L4'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.events().flatMap((seen) => {
        const sandbox = sandboxOfEvent(evidence, seen.event);
        // Of a sandbox that was deleted nothing is left to tell.
        const isGone = sandbox?.id === seen.event.container_id && typeOf(seen) === 'CONTAINER_DELETED_EVENT';
        return sandbox === undefined || isGone ? [] : [{ seen, sandbox }];
      }),
      'no event of a sandbox of ours was seen',
      ({ seen, sandbox }) => {
        const { stream, event } = seen;
        const ids = (event.containers_statuses ?? []).map(({ id = '' }) => id);
        const alien = alienIn(evidence, sandbox.id, ids);
        const missing = present(evidence, seen, sandbox).find(({ id }) => !ids.includes(id));
        const what = `${typeOf(seen)} of ${event.container_id ?? ''}`;
        return holds([stream, ...(missing ? [missing.create] : [])], (alien ?? missing) === undefined, {
          expected:
            missing === undefined ? 'each container of this sandbox once' : `${missing.name} (${missing.id})`,
          actual: `${alien === undefined ? '' : `also ${alien}, `}${ids.length} statuses in ${what}`,
        });
      },
    ),
};

function typeOf({ event }: SeenEvent): ContainerEventType {
  return event.container_event_type ?? 'CONTAINER_CREATED_EVENT';
}

/** Containers that existed as long as the event may have been in the making. */
function present(evidence: Evidence, seen: SeenEvent, sandbox: SandboxHistory): readonly ContainerHistory[] {
  const cause = earliestCause(evidence, seen, sandbox);
  if (cause === undefined) return [];
  const { event, atMs } = seen;
  return evidence.containers().filter(
    (own) =>
      own.sandboxId === sandbox.id &&
      (own.id === event.container_id || beganAfter(cause, own.create)) &&
      // CRI-O forgets a container that it could not start.
      own.starts.every(isAnswered) &&
      [...own.removes, ...sandbox.removes].every(({ beganMs }) => beganMs > atMs),
  );
}

/** The event cannot have been made before this call; undefined: no such call is known. */
function earliestCause(
  evidence: Evidence,
  seen: SeenEvent,
  sandbox: SandboxHistory,
): RecordedCall | undefined {
  const own = evidence.container(seen.event.container_id ?? '');
  const causes = own === undefined ? ofSandbox(sandbox) : ofContainer(own);
  return causes[typeOf(seen)];
}

type Causes = Readonly<Record<ContainerEventType, RecordedCall | undefined>>;

/** A container that is started may exit by itself. */
const ofContainer = ({ create, starts: [start], removes: [remove] }: ContainerHistory): Causes => ({
  CONTAINER_CREATED_EVENT: create,
  CONTAINER_STARTED_EVENT: start,
  CONTAINER_STOPPED_EVENT: start,
  CONTAINER_DELETED_EVENT: remove,
});

const ofSandbox = ({ run, stops: [stop], removes: [remove] }: SandboxHistory): Causes => ({
  CONTAINER_CREATED_EVENT: run,
  CONTAINER_STARTED_EVENT: run,
  CONTAINER_STOPPED_EVENT: stop,
  CONTAINER_DELETED_EVENT: remove,
});
