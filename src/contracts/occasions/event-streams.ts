// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse, ContainerEventType } from '#cri/proto/generated/messages.js';
import { isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { holds } from '../judging/judging.js';
import { unsupported, type Verdict } from '../verdict.js';

/**
 * A runtime without events refuses the stream, or ends it at once; undefined if there may be events. What a version that
 * took over sends says nothing of the one before it.
 */
export function withoutEvents(evidence: Evidence): Verdict | undefined {
  const upgradedMs = evidence.outages().find(({ upgraded }) => upgraded)?.stoppingMs ?? Infinity;
  const streams = evidence.of('GetContainerEvents').filter(({ beganMs }) => beganMs < upgradedMs);
  const [stream] = streams;
  if (stream === undefined || streams.some(({ messages }) => messages.length > 0)) return undefined;
  const off =
    stream.outcome.kind === 'ended' || (isRefused(stream) && stream.outcome.code === 'UNIMPLEMENTED');
  return off ? unsupported([stream.seq], 'the runtime sends no events') : undefined;
}

/** Enough time after a change for its event to arrive. */
const arrivalMs = 1000;

export function isOpenAfter(stream: RecordedCall<'GetContainerEvents'>, change: RecordedCall): boolean {
  const last = stream.messages.at(-1)?.atMs ?? 0;
  return Math.max(endMs(stream) === Infinity ? last : endMs(stream), last) >= endMs(change) + arrivalMs;
}

/** The sandbox that the event is about, or that its container is in. */
export function sandboxOfEvent(
  evidence: Evidence,
  { container_id: id = '' }: ContainerEventResponse,
): SandboxHistory | undefined {
  return evidence.sandbox(evidence.container(id)?.sandboxId ?? id);
}

/** It had delivered something before the change: subscribing takes a runtime some time. */
export function isOpenBefore(stream: RecordedCall<'GetContainerEvents'>, change: RecordedCall): boolean {
  return (stream.messages[0]?.atMs ?? Infinity) <= change.beganMs;
}

export function eventOfChange(
  stream: RecordedCall<'GetContainerEvents'>,
  id: string,
  type: ContainerEventType,
): ContainerEventResponse | undefined {
  return stream.messages.find(
    ({ message }) =>
      message.container_id === id && (message.container_event_type ?? 'CONTAINER_CREATED_EVENT') === type,
  )?.message;
}

/** The stream reports that the container was created and started. */
export function mustTell(
  stream: RecordedCall<'GetContainerEvents'>,
  life: ContainerHistory,
  start: RecordedCall,
): Verdict {
  const types = stream.messages
    .filter(({ message }) => message.container_id === life.id)
    .map(({ message }) => message.container_event_type ?? 'CONTAINER_CREATED_EVENT');
  return holds(
    [stream, life.create, start],
    types.includes('CONTAINER_CREATED_EVENT') && types.includes('CONTAINER_STARTED_EVENT'),
    {
      expected: 'CONTAINER_CREATED_EVENT and CONTAINER_STARTED_EVENT',
      actual: types.join(', ') || 'no event',
    },
  );
}
