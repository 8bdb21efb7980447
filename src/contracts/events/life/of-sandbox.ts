// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType } from '#cri/proto/generated/messages.js';
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { isOpenAfter, isOpenBefore, withoutEvents } from '../../occasions/event-streams.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const eventsLifeOfSandbox: Contract = {
  id: 'events.life.of-sandbox',
  level: 'should',
  since: '0.1.0',
  title: 'A runtime that sends events of sandboxes tells the start and the stop of each, once',
  reference: {
    source: 'CRI v1, RPC GetContainerEvents; kubelet, evented pod lifecycle event generator',
    says: 'the events of a sandbox have its id in the place of that of a container',
  },
  consequence:
    'The kubelet takes a sandbox that is dead for one that is ready, until it lists all pods again.',
  covers: ['V1', 'V3'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      streamsWithSandboxes(evidence).flatMap((stream) =>
        evidence.sandboxes().flatMap((life) => changesOf(stream, life)),
      ),
      'no sandbox was started or stopped while its events arrived',
      ({ stream, call, type, times, life }) =>
        holds([call, stream], times === 1, {
          expected: `${type} of sandbox ${life.id} once`,
          actual: times === 0 ? 'no such event' : `${times} such events`,
        }),
    ),
};

type Stream = RecordedCall<'GetContainerEvents'>;

interface Change {
  readonly stream: Stream;
  readonly life: SandboxHistory;
  readonly call: RecordedCall;
  readonly type: ContainerEventType;
  /** How often the stream told it. */
  readonly times: number;
}

/** Whether sandboxes have events at all is the runtime's choice. */
function streamsWithSandboxes(evidence: Evidence): readonly Stream[] {
  return evidence
    .of('GetContainerEvents')
    .filter(({ messages }) =>
      messages.some(({ message }) => evidence.sandbox(message.container_id ?? '') !== undefined),
    );
}

function changesOf(stream: Stream, life: SandboxHistory): readonly Change[] {
  const stop = life.stops.find((call) => isAnswered(call));
  const of = (type: ContainerEventType, call: RecordedCall): Change => ({
    stream,
    life,
    call,
    type,
    times: stream.messages.filter(
      ({ message }) => message.container_id === life.id && message.container_event_type === type,
    ).length,
  });
  return [
    of('CONTAINER_STARTED_EVENT', life.run),
    ...(stop ? [of('CONTAINER_STOPPED_EVENT', stop)] : []),
  ].filter(({ call, times }) => isOpenBefore(stream, call) && (times > 0 || isOpenAfter(stream, call)));
}
