// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { filterMatches } from '../list-filter.js';
import {
  bareObject,
  describe,
  messageIn,
  nestedPlaceIn,
  placesIn,
  textIn,
  type ObjectDescription,
  type Message,
  type ObjectPlace,
} from '../object-places.js';
import { maxOthers, type Other, type Ours } from '../ours.js';
import { infoThatIsRead } from '../verbose-info.js';

export interface CallRequest {
  readonly rpc: CriMethod;
  readonly request: Message;
}

/** An answer as it may be recorded. */
export interface OwnPart {
  readonly message: Message;
  readonly others: readonly Other[];
  /** How many more there were. */
  readonly moreOthers: number;
  /** Nothing was removed, so the raw bytes may be kept. */
  readonly isWhole: boolean;
}

/** Keeps an answer's information about our objects; of all others, only that they exist. */
export function ownPart(ours: Ours | undefined, asked: CallRequest, answer: Message): OwnPart {
  const message = infoThatIsRead(asked.rpc, answer);
  const cut = ours === undefined ? { message, others: [] } : withoutOthers(ours, asked, message);
  const notable = cut.others.filter(({ why }) => why !== 'listed');
  const others =
    cut.others.length <= maxOthers
      ? cut.others
      : [...notable, ...cut.others.filter(({ why }) => why === 'listed')].slice(0, maxOthers);
  return {
    message: cut.message,
    others,
    moreOthers: cut.others.length - others.length,
    isWhole: cut.message === answer,
  };
}

interface FilteredAnswer {
  readonly message: Message;
  readonly others: readonly Other[];
}

function withoutOthers(ours: Ours, asked: CallRequest, answer: Message): FilteredAnswer {
  if (asked.rpc === 'GetContainerEvents' && !isOurEvent(ours, answer)) return eventOfOthers(answer);
  const whole = placesIn(asked.rpc).reduce(
    ({ message, others }: FilteredAnswer, place) => {
      const cut = cutPlace(ours, { asked, place }, message);
      return { message: cut.message, others: [...others, ...cut.others] };
    },
    { message: answer, others: [] },
  );
  const nested = withoutNested(ours, asked, whole.message);
  return { message: nested.message, others: [...whole.others, ...nested.others] };
}

/** Containers in the statistics of a sandbox of ours: a runtime may name any there. */
function withoutNested(ours: Ours, asked: CallRequest, answer: Message): FilteredAnswer {
  const nested = nestedPlaceIn(asked.rpc);
  const value = nested && answer[nested.field];
  if (nested === undefined || typeof value !== 'object' || value === null)
    return { message: answer, others: [] };
  const sandboxes = Array.isArray(value) ? (value as readonly Message[]) : [value as Message];
  const at = { asked, place: nested.place };
  const cut = sandboxes.map((sandbox) => {
    const [outer, field] = nested.path;
    if (field === undefined) return cutPlace(ours, at, sandbox);
    const inner = cutPlace(ours, at, messageIn(sandbox, outer));
    if (inner.others.length === 0) return { message: sandbox, others: [] };
    return { message: { ...sandbox, [outer]: inner.message }, others: inner.others };
  });
  // Nobody asks for a container of another pod there.
  const others = cut.flatMap((each) => each.others.map((one): Other => ({ ...one, why: 'not-asked-for' })));
  if (others.length === 0) return { message: answer, others };
  const kept = cut.map(({ message }) => message);
  return { message: { ...answer, [nested.field]: Array.isArray(value) ? kept : kept[0] }, others };
}

interface At {
  readonly asked: CallRequest;
  readonly place: ObjectPlace;
}

function cutPlace(ours: Ours, at: At, message: Message): FilteredAnswer {
  const { field } = at.place;
  const value = message[field];
  if (Array.isArray(value)) return cutList(ours, at, { message, items: value as readonly Message[] });
  if (typeof value !== 'object' || value === null) return { message, others: [] };
  const object = describe(at.place, value as Message);
  if (isOne(ours, at, object)) return { message, others: [] };
  const id = wantedId(at.asked);
  const why = id !== '' && id === object.named.id ? 'asked-for' : 'not-asked-for';
  return {
    message: { ...message, [field]: bareObject(at.place, object) },
    others: [other(object, why)],
  };
}

interface ListInAnswer {
  readonly message: Message;
  readonly items: readonly Message[];
}

function cutList(ours: Ours, at: At, { message, items }: ListInAnswer): FilteredAnswer {
  const kept: Message[] = [];
  const others: Other[] = [];
  for (const item of items) {
    const object = describe(at.place, item);
    if (isOne(ours, at, object)) kept.push(item);
    else others.push(other(object, whyListed(at.asked, object)));
  }
  return others.length === 0
    ? { message, others }
    : { message: { ...message, [at.place.field]: kept }, others };
}

/**
 * Ours by its id, its pod or its sandbox; an image also by the name we asked for, an unnamed object by the
 * id.
 */
function isOne(ours: Ours, { asked, place }: At, { named, sandboxId }: ObjectDescription): boolean {
  if (place.kind === 'image') {
    const names = [...(named.names ?? []), textIn(messageIn(asked.request, 'image'), 'image')];
    return ours.isOurs({ ...named, names: names.filter((name) => name !== '') });
  }
  const { id: shown, ...rest } = named;
  const id = shown || wantedId(asked);
  if (ours.isOurs(id === '' ? rest : { ...rest, id })) return true;
  return sandboxId !== undefined && ours.isOurs({ kind: 'sandbox', id: sandboxId });
}

function wantedId({ request }: CallRequest): string {
  return textIn(request, 'container_id') || textIn(request, 'pod_sandbox_id');
}

function whyListed(
  { request }: CallRequest,
  { named, labels, sandboxId, state, isComplete }: ObjectDescription,
): Other['why'] {
  const filter = messageIn(request, 'filter');
  const listable = { id: named.id, labels, ...(sandboxId !== undefined && { sandboxId }) };
  if (!filterMatches(filter, listable)) return 'not-asked-for';
  if (filter['state'] !== undefined && state !== wantedState(filter, named.kind)) return 'other-state';
  return isComplete ? 'listed' : 'incomplete';
}

function wantedState(filter: Message, kind: string): string {
  const zero = kind === 'sandbox' ? 'SANDBOX_READY' : 'CONTAINER_CREATED';
  return textIn(messageIn(filter, 'state'), 'state') || zero;
}

function other({ named: { id }, state }: ObjectDescription, why: Other['why']): Other {
  return { id, state, why };
}

function isOurEvent(ours: Ours, event: Message): boolean {
  const id = textIn(event, 'container_id');
  if (ours.isOurs({ kind: 'container', id }) || ours.isOurs({ kind: 'sandbox', id })) return true;
  const [sandboxes] = placesIn('GetContainerEvents');
  const status = event['pod_sandbox_status'];
  if (sandboxes === undefined || typeof status !== 'object' || status === null) return false;
  return ours.isOurs(describe(sandboxes, status as Message).named);
}

/** The id and the type stay: an event may arrive before the answer with the id of what we created. */
function eventOfOthers(event: Message): FilteredAnswer {
  const { container_id, container_event_type } = event;
  const id = textIn(event, 'container_id');
  const state = textIn(event, 'container_event_type') || 'CONTAINER_CREATED_EVENT';
  return { message: { container_id, container_event_type }, others: [{ id, state, why: 'watched' }] };
}
