// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerEventResponse,
  ContainerEventType,
  ContainerState,
  ContainerStatus,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import { containerState, statusViews } from '#evidence/history/container-history.js';
import { sandboxStatusViews, stateName } from '#evidence/history/sandbox-history.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence, SeenEvent } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { textOf } from '../../judging/unchanged.js';
import { differing } from '../../occasions/objects/same-status.js';
import type { StatusView } from '../../occasions/occasions.js';

export const eventsPayloadAgrees: Contract = {
  id: 'events.payload.agrees',
  level: 'must',
  since: '0.1.0',
  title:
    'The statuses in an event are those that PodSandboxStatus and ContainerStatus give, and fit its type',
  reference: {
    source: 'CRI v1, ContainerEventResponse; kubelet, evented pod lifecycle event generator',
    says: 'the kubelet takes them for the status of the pod, and does not read it again',
  },
  consequence: 'The kubelet starts a container twice, or does not see that one has ended.',
  covers: ['EVT-005', 'V3', 'L4'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.events().flatMap((seen) => statusesIn(evidence, seen)),
      'no event carried the status of a container or sandbox that was also read',
      ({ stream, read, fields, told, truth, what }) => {
        const wrong = differing(evidence, [truth, told], fields);
        return holds([read, stream], wrong.length === 0, {
          expected: textOf(truth, wrong),
          actual: `${textOf(told, wrong)} in ${what}`,
        });
      },
    ),
};

type Fields = Readonly<Record<string, unknown>>;

interface Status {
  readonly stream: RecordedCall;
  /** An answer that gave the true one. */
  readonly read: RecordedCall;
  readonly told: Fields;
  readonly truth: Fields;
  readonly fields: readonly string[];
  readonly what: string;
}

/** What never changes in the life of a container. */
const constantFields: readonly (keyof ContainerStatus)[] = [
  'id',
  'metadata',
  'created_at',
  'image_ref',
  'image_id',
  'labels',
  'annotations',
  'log_path',
  'mounts',
  'user',
  'stop_signal',
];
const finalFields: readonly (keyof ContainerStatus)[] = [
  ...constantFields,
  'state',
  'started_at',
  'finished_at',
  'exit_code',
  'reason',
];
const sandboxFields: readonly (keyof PodSandboxStatus)[] = [
  'id',
  'metadata',
  'created_at',
  'labels',
  'annotations',
  'linux',
  'runtime_handler',
];

function statusesIn(evidence: Evidence, seen: SeenEvent): readonly Status[] {
  const told = seen.event.containers_statuses ?? [];
  return [...sandboxStatus(evidence, seen), ...told.flatMap((each) => containerStatus(evidence, seen, each))];
}

function containerStatus(
  evidence: Evidence,
  { event, stream }: SeenEvent,
  given: ContainerStatus,
): readonly Status[] {
  const last = lastRead(evidence, given.id ?? '');
  if (last === undefined) return [];
  const [state, what, read] = [containerState(given.state), nameOf(event), last.call];
  const [told, truth] = [
    { ...given, state },
    { ...last.status, state: last.state },
  ];
  const mayBe = given.id === event.container_id ? statesOf[typeOf(event)] : undefined;
  const misfit =
    mayBe === undefined || mayBe.includes(state)
      ? []
      : [{ stream, read, what, told, truth: { state: mayBe.join(' or ') }, fields: ['state'] }];
  const isFinal = state === 'CONTAINER_EXITED' && last.state === 'CONTAINER_EXITED';
  return [...misfit, { stream, read, what, told, truth, fields: isFinal ? finalFields : constantFields }];
}

function lastRead(evidence: Evidence, id: string): StatusView | undefined {
  const life = evidence.container(id);
  return life && statusViews(life).findLast((view) => view.status.id === id);
}

/** A fast program may have exited when its start is told. */
const statesOf: Readonly<Record<ContainerEventType, readonly ContainerState[] | undefined>> = {
  CONTAINER_CREATED_EVENT: undefined,
  CONTAINER_STARTED_EVENT: ['CONTAINER_RUNNING', 'CONTAINER_EXITED'],
  CONTAINER_STOPPED_EVENT: ['CONTAINER_EXITED'],
  CONTAINER_DELETED_EVENT: undefined,
};

function sandboxStatus(evidence: Evidence, { event, stream }: SeenEvent): readonly Status[] {
  const life = sandboxOfEvent(evidence, event);
  const last = life && sandboxStatusViews(life).findLast((view) => view.status.id === life.id);
  const given = event.pod_sandbox_status;
  const own = event.container_id === life?.id ? typeOf(event) : undefined;
  // When the sandbox itself was deleted, there is no status of it any more.
  if (last === undefined || given === undefined || own === 'CONTAINER_DELETED_EVENT') return [];
  const told = { ...given, state: stateName(given.state) };
  const of = { stream, read: last.call, what: nameOf(event), told };
  const isStopped = own === 'CONTAINER_STOPPED_EVENT' && told.state !== 'SANDBOX_NOTREADY';
  const misfit = isStopped ? [{ ...of, truth: { state: 'SANDBOX_NOTREADY' }, fields: ['state'] }] : [];
  return [...misfit, { ...of, truth: { ...last.status }, fields: sandboxFields }];
}

function typeOf({
  container_event_type: type = 'CONTAINER_CREATED_EVENT',
}: ContainerEventResponse): ContainerEventType {
  return type;
}

const nameOf = (event: ContainerEventResponse): string => `${typeOf(event)} of ${event.container_id ?? ''}`;
