// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType } from '#cri/proto/generated/messages.js';
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { eventOfChange, isOpenAfter, isOpenBefore, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const eventsLifeComplete: Contract = {
  id: 'events.life.complete',
  level: 'must',
  since: '0.1.0',
  title: 'Creation, start, exit and removal of a container are sent to every open event stream',
  reference: {
    source: 'CRI v1, RPC GetContainerEvents; kubelet, evented pod lifecycle event generator',
    says: 'every subscriber gets every change while its stream is open, also of a container that ran for a moment',
  },
  consequence: 'A kubelet that relies on events does not see what runs, or that it has ended.',
  covers: ['V1', 'V2', 'EVT-005'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence
        .of('GetContainerEvents')
        .flatMap((stream) =>
          evidence
            .containers()
            .flatMap((life) => changesOf(life).map((change) => ({ ...change, life, stream }))),
        )
        .map((change) => ({
          ...change,
          isTold: eventOfChange(change.stream, change.life.id, change.type) !== undefined,
        }))
        .filter(
          ({ stream, from, until, isTold }) =>
            isOpenBefore(stream, from) && (isTold || isOpenAfter(stream, until)),
        ),
      'no container changed while events arrived',
      ({ type, life, stream, from, until, isTold }) =>
        holds([stream, ...new Set([from, until])], isTold, {
          expected: `${type} of ${life.id} within a second of ${until.rpc}`,
          actual: `${typesOf(stream, life.id).join(', ') || 'no event'} of this container`,
        }),
    ),
};

interface Change {
  readonly type: ContainerEventType;
  /** The change did not happen before this call began. */
  readonly from: RecordedCall;
  /** It had happened when this call was answered. */
  readonly until: RecordedCall;
}

function changesOf(life: ContainerHistory): readonly Change[] {
  const start = firstStart(life);
  const exited = life.views.find(({ state }) => state === 'CONTAINER_EXITED')?.call;
  const removed = life.removes.find(({ outcome }) => outcome.kind === 'ok');
  const created = { type: 'CONTAINER_CREATED_EVENT', from: life.create, until: life.create } as const;
  return [
    created,
    ...(start === undefined ? [] : [{ type: 'CONTAINER_STARTED_EVENT', from: start, until: start } as const]),
    ...(start === undefined || exited === undefined
      ? []
      : [{ type: 'CONTAINER_STOPPED_EVENT', from: start, until: exited } as const]),
    ...(removed === undefined
      ? []
      : [{ type: 'CONTAINER_DELETED_EVENT', from: removed, until: removed } as const]),
  ];
}

function typesOf(stream: RecordedCall<'GetContainerEvents'>, id: string): readonly ContainerEventType[] {
  return stream.messages
    .filter(({ message }) => message.container_id === id)
    .map(({ message }) => message.container_event_type ?? 'CONTAINER_CREATED_EVENT');
}
