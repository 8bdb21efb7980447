// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Lie } from './lies.js';
import { lyingAbout, type Tell, type Truth } from './lying-runtime.js';

/** Another event instead of the true one, or none. */
function sending(
  falsify: (event: ContainerEventResponse) => ContainerEventResponse | undefined,
): Lie['tell'] {
  return (truth, tell) => ({
    async *GetContainerEvents(request, call) {
      for await (const event of truth.GetContainerEvents(request, call)) {
        const sent = falsify(event);
        if (sent !== event) tell({ rpc: 'GetContainerEvents', request });
        if (sent !== undefined) yield sent;
      }
    },
  });
}

const scenario = 'events.watch';

export const eventLies: readonly Lie[] = [
  {
    name: 'nobody is told that a program exited by itself at once',
    tell: sending((event) => {
      const isBrief = event.containers_statuses?.some(
        ({ id, exit_code: code }) => id === event.container_id && code === 7,
      );
      return event.container_event_type === 'CONTAINER_STOPPED_EVENT' && isBrief === true ? undefined : event;
    }),
    scenario,
    breaks: ['events.life.complete'],
    expected: /^CONTAINER_STOPPED_EVENT of [0-9a-f]{64}/,
    actual: /^CONTAINER_CREATED_EVENT, CONTAINER_STARTED_EVENT, CONTAINER_DELETED_EVENT of this container$/,
    // Whoever looks first after the end.
    proof: ['GetContainerEvents', 'StartContainer', 'ListContainers or ContainerStatus'],
  },
  {
    name: 'nobody is told of removals',
    tell: sending((event) => (event.container_event_type === 'CONTAINER_DELETED_EVENT' ? undefined : event)),
    scenario,
    breaks: ['events.life.complete'],
    expected: /^CONTAINER_DELETED_EVENT of [0-9a-f]{64}/,
    actual: /CONTAINER_STOPPED_EVENT of this container$/,
    proof: ['GetContainerEvents', 'RemoveContainer'],
  },
  {
    name: 'what has stopped still runs, the event says',
    tell: sending((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).map((status) =>
        event.container_event_type === 'CONTAINER_STOPPED_EVENT' && status.id === event.container_id
          ? { ...status, state: 'CONTAINER_RUNNING', exit_code: 0, reason: '', finished_at: '0' }
          : status,
      ),
    })),
    scenario,
    breaks: ['events.payload.agrees'],
    expected: /^state "CONTAINER_EXITED"$/,
    actual: /^state "CONTAINER_RUNNING" in CONTAINER_STOPPED_EVENT of [0-9a-f]{64}$/,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'containers beside the one that an event is about run for ever',
    tell: sending((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).map((status) =>
        status.id !== event.container_id && status.state === 'CONTAINER_EXITED'
          ? { ...status, state: 'CONTAINER_RUNNING', exit_code: 0, reason: '', finished_at: '0' }
          : status,
      ),
    })),
    scenario,
    breaks: ['events.payload.state-forward'],
    expected: /^nothing before CONTAINER_EXITED, which /,
    actual: /^CONTAINER_RUNNING of [0-9a-f]{64} in /,
    proof: ['GetContainerEvents'],
  },
  {
    name: 'a sandbox is gone, the events of its containers say',
    tell: sending(({ pod_sandbox_status: sandbox, ...event }) => ({
      ...event,
      ...(sandbox && { pod_sandbox_status: { ...sandbox, state: 'SANDBOX_NOTREADY' } }),
    })),
    scenario,
    breaks: ['events.payload.state-forward'],
    expected: /^SANDBOX_READY, as PodSandboxStatus answers later$/,
    actual: /^SANDBOX_NOTREADY of [0-9a-f]{64} in /,
    proof: ['GetContainerEvents', 'PodSandboxStatus'],
  },
  {
    name: 'what was created runs already, the event says',
    tell: sending((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).map((status) =>
        (event.container_event_type ?? 'CONTAINER_CREATED_EVENT') === 'CONTAINER_CREATED_EVENT' &&
        status.id === event.container_id
          ? { ...status, state: 'CONTAINER_RUNNING', started_at: status.created_at }
          : status,
      ),
    })),
    scenario,
    breaks: ['events.payload.agrees'],
    mayBreak: ['events.payload.state-forward'],
    expected: /^state "CONTAINER_CREATED"$/,
    actual: /^state "CONTAINER_RUNNING" in CONTAINER_CREATED_EVENT of [0-9a-f]{64}$/,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'what runs has an exit code, the events say',
    tell: sending((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).map((status) =>
        status.state === 'CONTAINER_RUNNING' ? { ...status, exit_code: 137 } : status,
      ),
    })),
    scenario,
    breaks: ['events.payload.agrees'],
    expected: /^exit_code none$/,
    actual: /^exit_code 137 in /,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'every event is a second older than it is',
    tell: sending((event) => ({
      ...event,
      created_at: String(BigInt(event.created_at ?? '0') - 1_000_000_000n),
    })),
    scenario,
    breaks: ['events.payload.times'],
    expected: /^created_at from /,
    actual: /^\d+ \(\d{4}-/,
    proof: ['RunPodSandbox', 'GetContainerEvents'],
  },
  {
    name: 'nobody is told that a sandbox has stopped',
    tell: sending((event) =>
      event.container_event_type === 'CONTAINER_STOPPED_EVENT' &&
      event.container_id === event.pod_sandbox_status?.id
        ? undefined
        : event,
    ),
    scenario,
    breaks: ['events.life.of-sandbox'],
    expected: /^CONTAINER_STOPPED_EVENT of sandbox [0-9a-f]{64} once$/,
    actual: /^no such event$/,
    proof: ['StopPodSandbox', 'GetContainerEvents'],
  },
  {
    name: 'events have statuses without labels',
    tell: sending((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).map((status) => ({ ...status, labels: {} })),
    })),
    scenario,
    // Whose statuses they are is not known any more.
    breaks: ['events.payload.agrees', 'events.payload.all-containers'],
    expected: /^labels /,
    actual: /^labels none in /,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'events are of 1970',
    tell: sending((event) => ({ ...event, created_at: '1' })),
    scenario,
    breaks: ['events.payload.times'],
    expected: /^created_at from /,
    actual: /^1 \(1970/,
    proof: ['RunPodSandbox', 'GetContainerEvents'],
  },
  {
    name: 'events are of another pod',
    tell: sending(({ pod_sandbox_status: sandbox, ...event }) => ({
      ...event,
      ...(sandbox && {
        pod_sandbox_status: { ...sandbox, metadata: { ...sandbox.metadata, name: 'another' } },
      }),
    })),
    scenario,
    breaks: ['events.payload.sandbox-metadata', 'events.payload.agrees'],
    expected: /^pod_sandbox_status of [0-9a-f]{64} /,
    actual: / another /,
    proof: ['RunPodSandbox', 'GetContainerEvents'],
  },
  {
    name: 'watchers that come and go bring the daemon down',
    tell: (truth: Truth, tell: Tell): CriHandlers => {
      let gone = 0;
      return {
        async *GetContainerEvents(request, call) {
          try {
            yield* truth.GetContainerEvents(request, call);
          } finally {
            gone += 1;
          }
        },
        ...lyingAbout('ListPodSandbox', () => {
          if (gone < 5) return undefined;
          gone = 0;
          throw new CriRefusal('UNAVAILABLE', 'error reading from server: EOF');
        })(truth, tell),
      };
    },
    scenario: 'events.many-watchers',
    breaks: ['sandbox.list.succeeds'],
    expected: /^ListPodSandbox.*: OK$/,
    actual: /^UNAVAILABLE: error reading from server: EOF$/,
    proof: ['ListPodSandbox'],
  },
];
