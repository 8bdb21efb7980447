// SPDX-License-Identifier: Apache-2.0
import { containerState } from '#evidence/history/container-history.js';
import { sandboxStatusViews, stateName } from '#evidence/history/sandbox-history.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence, SeenEvent } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsPayloadStateForward: Contract = {
  id: 'events.payload.state-forward',
  level: 'must',
  since: '0.1.0',
  title: 'No event leads a container or sandbox back to a state that it has left',
  reference: {
    source: 'CRI v1, ContainerEventResponse; kubelet, GetPodStatus with evented PLEG',
    says: 'the kubelet takes the states in an event for those of the pod, also of the containers beside the one it is about',
  },
  consequence: 'The kubelet believes that a container runs which has ended, or kills a pod that is well.',
  covers: ['V3', 'L4'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(toldStates(evidence), 'no event carried a state', ({ told, before, views }) => {
      const later = views.find((view) => view.call.beganMs > told.atMs && ageOf(view) < ageOf(told));
      if (later !== undefined)
        return holds([told.stream, later.call], false, {
          expected: `${later.state}, as ${later.call.rpc} answers later`,
          actual: `${told.state} of ${told.id} in ${told.what}`,
        });
      const earlier = before.find(({ atMs }) => atMs <= told.atMs - apartMs);
      return holds([told.stream], earlier === undefined, {
        expected: `nothing before ${earlier?.state ?? ''}, which ${earlier?.what ?? ''} told`,
        actual: `${told.state} of ${told.id} in ${told.what}`,
      });
    }),
};

/** A runtime may fill in two events at the same time, and send them in either order. */
const apartMs = 500;

interface Told {
  readonly stream: RecordedCall<'GetContainerEvents'>;
  readonly atMs: number;
  readonly id: string;
  readonly state: State;
  readonly what: string;
}

interface View {
  readonly call: RecordedCall;
  readonly state: State;
}

interface Occasion {
  readonly told: Told;
  /** What the stream had told of it before, where that is a later state. */
  readonly before: readonly Told[];
  readonly views: readonly View[];
}

const ages = {
  SANDBOX_READY: 0,
  SANDBOX_NOTREADY: 1,
  CONTAINER_CREATED: 0,
  CONTAINER_RUNNING: 1,
  CONTAINER_UNKNOWN: 1,
  CONTAINER_EXITED: 2,
} as const;

type State = keyof typeof ages;

const ageOf = ({ state }: { readonly state: State }): number => ages[state];

function toldStates(evidence: Evidence): readonly Occasion[] {
  const oldest = new Map<string, Told>();
  return evidence.events().flatMap((seen) =>
    statesIn(seen).flatMap((told) => {
      const views = viewsOf(evidence, told.id);
      if (views === undefined) return [];
      const key = `${seen.stream.seq} ${told.id}`;
      const known = oldest.get(key);
      if (known === undefined || ageOf(known) < ageOf(told)) oldest.set(key, told);
      return [{ told, before: known !== undefined && ageOf(known) > ageOf(told) ? [known] : [], views }];
    }),
  );
}

function statesIn({ stream, atMs, event }: SeenEvent): readonly Told[] {
  const type = event.container_event_type ?? 'CONTAINER_CREATED_EVENT';
  const of = { stream, atMs, what: `${type} of ${event.container_id ?? ''}` };
  const { pod_sandbox_status: sandbox, containers_statuses: containers = [] } = event;
  // Of what is deleted a runtime may know no state.
  const isGone = type === 'CONTAINER_DELETED_EVENT' && sandbox?.id === event.container_id;
  return [
    ...(sandbox === undefined || isGone
      ? []
      : [{ ...of, id: sandbox.id ?? '', state: stateName(sandbox.state) }]),
    ...containers.map(({ id = '', state }) => ({ ...of, id, state: containerState(state) })),
  ];
}

/** Undefined: it is not ours. */
function viewsOf(evidence: Evidence, id: string): readonly View[] | undefined {
  const sandbox = evidence.sandbox(id);
  return sandbox === undefined ? evidence.container(id)?.views : sandboxStatusViews(sandbox);
}
