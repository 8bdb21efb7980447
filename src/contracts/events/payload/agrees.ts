// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerEventResponse,
  ContainerEventType,
  ContainerState,
  ContainerStatus,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import { containerState, statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import { sandboxStatusViews, stateName, type SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence, SeenEvent } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { sandboxOfEvent, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { textOf } from '../../judging/unchanged.js';
import { differing } from '../../occasions/objects/same-status.js';
import { isKeptUntil, type StatusView } from '../../occasions/occasions.js';
import type { SandboxStatusView } from '../../occasions/outages.js';
import { isSameInForce, momentOf } from '../../occasions/updates.js';

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
  'image',
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
  'message',
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

/** What only a container has that has ended. */
const endingFields: readonly (keyof ContainerStatus)[] = ['finished_at', 'exit_code'];

function statusesIn(evidence: Evidence, seen: SeenEvent): readonly Status[] {
  const told = seen.event.containers_statuses ?? [];
  return [...sandboxStatus(evidence, seen), ...told.flatMap((each) => containerStatus(evidence, seen, each))];
}

/** A status that is read while the container is removed may lack what is gone by then. */
const keptViews = (life: ContainerHistory): readonly StatusView[] =>
  statusViews(life).filter(({ call }) => isKeptUntil(life, call));

function containerStatus(evidence: Evidence, seen: SeenEvent, given: ContainerStatus): readonly Status[] {
  const { event, stream } = seen;
  const life = evidence.container(given.id ?? '');
  const last = life && keptViews(life).findLast((view) => view.status.id === life.id);
  if (life === undefined || last === undefined) return [];
  const [state, what, read] = [containerState(given.state), nameOf(event), last.call];
  const [told, truth] = [
    { ...given, state },
    { ...last.status, state: last.state },
  ];
  const mayBe = given.id === event.container_id ? statesWhen(life, seen) : undefined;
  const misfit =
    mayBe === undefined || mayBe.includes(state)
      ? []
      : [{ stream, read, what, told, truth: { state: mayBe.join(' or ') }, fields: ['state'] }];
  const of = { stream, read, what, told };
  return [
    ...misfit,
    { ...of, truth, fields: fieldsOf(state, last.state) },
    ...(state === 'CONTAINER_RUNNING' ? [{ ...of, truth: {}, fields: endingFields }] : []),
    ...resources(evidence, seen, { life, given }),
  ];
}

/** What is the same in both states. No runtime shows UNKNOWN of what it knows a moment later. */
function fieldsOf(told: ContainerState, read: ContainerState): readonly (keyof ContainerStatus)[] {
  if (told === 'CONTAINER_UNKNOWN') return [...constantFields, 'state'];
  if (told === 'CONTAINER_CREATED' || read === 'CONTAINER_CREATED') return constantFields;
  return told === 'CONTAINER_EXITED' && read === told ? finalFields : [...constantFields, 'started_at'];
}

/** As a status in the same state shows them, while no update changes them. */
function resources(
  evidence: Evidence,
  { event, stream, atMs }: SeenEvent,
  { life, given }: { readonly life: ContainerHistory; readonly given: ContainerStatus },
): readonly Status[] {
  const told = { ...given };
  const view = keptViews(life).find(
    ({ call, state }) =>
      state === containerState(told.state) &&
      isSameInForce(evidence, life, [momentOf(call), { fromMs: 0, untilMs: atMs }]),
  );
  if (view === undefined) return [];
  const truth = { ...view.status };
  return [{ stream, read: view.call, what: nameOf(event), told, truth, fields: ['resources'] }];
}

/** A runtime may look at a container when it sends the event: by then it may have been started. */
function statesWhen(
  life: ContainerHistory,
  { event, atMs }: SeenEvent,
): readonly ContainerState[] | undefined {
  const isStarted = life.starts.some(({ beganMs }) => beganMs < atMs);
  return typeOf(event) === 'CONTAINER_CREATED_EVENT' && isStarted ? undefined : statesOf[typeOf(event)];
}

/** A fast program may have exited when its start is told. */
const statesOf: Readonly<Record<ContainerEventType, readonly ContainerState[]>> = {
  CONTAINER_CREATED_EVENT: ['CONTAINER_CREATED'],
  CONTAINER_STARTED_EVENT: ['CONTAINER_RUNNING', 'CONTAINER_EXITED'],
  CONTAINER_STOPPED_EVENT: ['CONTAINER_EXITED'],
  CONTAINER_DELETED_EVENT: ['CONTAINER_CREATED', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'],
};

function sandboxStatus(evidence: Evidence, { event, stream }: SeenEvent): readonly Status[] {
  const life = sandboxOfEvent(evidence, event);
  const reads = life === undefined ? [] : readsOf(life);
  const last = reads.at(-1);
  const given = event.pod_sandbox_status;
  const own = event.container_id === life?.id ? typeOf(event) : undefined;
  // When the sandbox itself was deleted, there is no status of it any more.
  if (last === undefined || given === undefined || own === 'CONTAINER_DELETED_EVENT') return [];
  const told = { ...given, state: stateName(given.state) };
  const of = { stream, read: last.call, what: nameOf(event), told };
  const isStopped = own === 'CONTAINER_STOPPED_EVENT' && told.state !== 'SANDBOX_NOTREADY';
  const misfit = isStopped ? [{ ...of, truth: { state: 'SANDBOX_NOTREADY' }, fields: ['state'] }] : [];
  // A sandbox has its address while it is ready; how much of it one shows that is stopped is the runtime's affair.
  const ready = reads.find(({ state }) => state === 'SANDBOX_READY' && told.state === state);
  const address =
    ready === undefined ? [] : [{ ...of, read: ready.call, truth: { ...ready.status }, fields: ['network'] }];
  return [...misfit, { ...of, truth: { ...last.status }, fields: sandboxFields }, ...address];
}

function readsOf(life: SandboxHistory): readonly SandboxStatusView[] {
  return sandboxStatusViews(life).filter(({ status }) => status.id === life.id);
}

function typeOf({
  container_event_type: type = 'CONTAINER_CREATED_EVENT',
}: ContainerEventResponse): ContainerEventType {
  return type;
}

const nameOf = (event: ContainerEventResponse): string => `${typeOf(event)} of ${event.container_id ?? ''}`;
