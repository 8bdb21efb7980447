// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse, ContainerStatus } from '#cri/proto/generated/messages.js';
import type { NoteSink } from '../context/kubelet-context.js';
import { noStatus, type PodStatus } from '../decide/report/pod-status.js';
import type { Traits } from '../versions/traits.js';
import { byAge } from './newest-first.js';
import { podStatusOf } from './read-status.js';
import type { Pleg } from './pleg.js';

/** After this many ended streams the kubelet opens no more. */
const maxStreams = 5;

export interface FollowPorts {
  /** Opens a stream of events; the signal ends it. */
  readonly events: () => AsyncIterable<{ readonly message: ContainerEventResponse }>;
  readonly pleg: Pick<Pleg, 'relistPod' | 'setEvented' | 'applyEvent'>;
  readonly traits: Traits;
  readonly note: NoteSink;
  readonly signal: AbortSignal;
}

/**
 * pleg/evented.go, watchEventsChannel: container events, in addition to relists or (1.26 to 1.36) instead of
 * them. Gives up after five streams.
 */
export async function followEvents(ports: FollowPorts): Promise<void> {
  const { pleg, traits, note, signal } = ports;
  for (let failed = 0; failed < maxStreams && !signal.aborted; failed += 1) {
    pleg.setEvented(traits.eventsReplaceRelist);
    await followStream(ports);
    note('event stream ended', { streams: failed + 1 });
  }
  pleg.setEvented(false);
}

async function followStream({ events, pleg, traits, signal }: FollowPorts): Promise<void> {
  const over = aborted(signal);
  const stream = events()[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([stream.next().catch(() => undefined), over.promise]);
    if (!next || next.done === true) break;
    const event = next.value.message;
    const uid = event.pod_sandbox_status?.metadata?.uid;
    if (uid === undefined) continue;
    if (traits.eventsReplaceRelist) pleg.applyEvent(uid, statusInEvent(event));
    else if (event.container_event_type === 'CONTAINER_STOPPED_EVENT') void pleg.relistPod(uid);
  }
  over.forget();
  void stream.return?.().catch(() => undefined);
}

/** pleg/evented.go, processCRIEvents: the pod as the event shows it. */
function statusInEvent({
  pod_sandbox_status: sandbox,
  containers_statuses = [],
}: ContainerEventResponse): PodStatus {
  if (!sandbox) return noStatus;
  const containers: readonly ContainerStatus[] = byAge(containers_statuses);
  const places = containers.map(({ id = '' }): [string, string] => [id, sandbox.id ?? '']);
  return podStatusOf([sandbox], containers, new Map(places));
}

function aborted(signal: AbortSignal): { readonly promise: Promise<undefined>; readonly forget: () => void } {
  let end: () => void = () => undefined;
  const promise = new Promise<undefined>((resolve) => {
    end = () => {
      resolve(undefined);
    };
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return {
    promise,
    forget: () => {
      signal.removeEventListener('abort', end);
    },
  };
}
