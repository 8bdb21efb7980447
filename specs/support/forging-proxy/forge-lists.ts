// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import {
  compose,
  RefusedCall,
  type Answer,
  type Bytes,
  type ForgedCall,
  type Forger,
  type Message,
} from './answer.js';
import type { ForeignIds } from './foreign-ids.js';
import { asMessage, asMessages, asText, decoded, encoded, rewriting } from './rewriting.js';
import { dressed, type SeenObjects } from './seen.js';

/** Methods with a filter, and the field with their items. */
export const lists: Readonly<Partial<Record<CriMethod, string>>> = {
  ListPodSandbox: 'items',
  StreamPodSandboxes: 'pod_sandboxes',
  ListContainers: 'containers',
  StreamContainers: 'containers',
  ListImages: 'images',
  StreamImages: 'images',
  ListContainerStats: 'stats',
  StreamContainerStats: 'container_stats',
  ListPodSandboxStats: 'stats',
  StreamPodSandboxStats: 'pod_sandbox_stats',
};

export const listMethods = Object.keys(lists) as readonly CriMethod[];

function idOf(item: Message): string {
  return asText(item['id']) || asText(asMessage(item['attributes'])['id']);
}

function unfiltered(request: Message): Message {
  return { ...request, filter: undefined };
}

/** Ignores every filter. */
export function noFilters(): Forger {
  return {
    unary: (call, ask) => (call.method in lists ? ask(unfiltered(call.request)) : ask()),
    stream: (call, subscribe) => (call.method in lists ? subscribe(unfiltered(call.request)) : subscribe()),
  };
}

/** Refuses the first lists of each kind. */
export function refusedAtFirst(times: number): Forger {
  return {
    unary: (call, ask) =>
      call.method in lists && call.nthOfMethod <= times
        ? Promise.resolve(new RefusedCall(14, 'the runtime is starting'))
        : ask(),
  };
}

/** Omits the suite's objects from lists, and does not stop or remove them. */
export function oursHidden(foreign: ForeignIds): Forger {
  const hiding = rewriting(listMethods, (message, { method }) => {
    const field = lists[method] ?? '';
    return { ...message, [field]: asMessages(message[field]).filter((item) => foreign.has(idOf(item))) };
  });
  return compose(
    {
      unary: (call, ask) =>
        /^(Stop|Remove)(PodSandbox|Container)$/.test(call.method)
          ? Promise.resolve(new RefusedCall(13, 'device or resource busy'))
          : ask(),
    },
    hiding,
  );
}

/** Omits exactly what a filter selects. */
export function invertedFilters(): Forger {
  return {
    unary: async (call, ask) => {
      const field = lists[call.method];
      if (field === undefined || !hasFilter(call)) return ask();
      const [all, asked] = [await ask(unfiltered(call.request)), await ask()];
      return without(call, all, asked);
    },
    stream: (call, subscribe) => {
      if (lists[call.method] === undefined || !hasFilter(call)) return subscribe();
      return inverted(call, subscribe(unfiltered(call.request)), subscribe());
    },
  };
}

function hasFilter({ request }: ForgedCall): boolean {
  return Object.keys(asMessage(request['filter'])).length > 0;
}

function itemsIn(call: ForgedCall, bytes: Bytes): readonly Message[] {
  return asMessages(decoded(call, bytes)[lists[call.method] ?? '']);
}

function withItems(call: ForgedCall, items: readonly Message[]): Bytes {
  return encoded(call, { [lists[call.method] ?? '']: items });
}

function without(call: ForgedCall, all: Answer, asked: Answer): Answer {
  if (all instanceof RefusedCall) return all;
  const found = new Set(asked instanceof RefusedCall ? [] : itemsIn(call, asked.bytes).map(idOf));
  return {
    bytes: withItems(
      call,
      itemsIn(call, all.bytes).filter((item) => !found.has(idOf(item))),
    ),
  };
}

async function* inverted(
  call: ForgedCall,
  all: AsyncIterable<Bytes>,
  asked: AsyncIterable<Bytes>,
): AsyncGenerator<Bytes, void, undefined> {
  const found = new Set<string>();
  for await (const bytes of asked) for (const item of itemsIn(call, bytes)) found.add(idOf(item));
  for await (const bytes of all)
    yield withItems(
      call,
      itemsIn(call, bytes).filter((item) => !found.has(idOf(item))),
    );
}

/** Omits the foreign objects from the first lists of each kind, from now on. */
export function hiddenAtFirst({
  foreign,
  times,
}: {
  readonly foreign: ForeignIds;
  readonly times: number;
}): Forger {
  const told = new Map<CriMethod, number>();
  return rewriting(listMethods, (message, { method }) => {
    const nth = (told.get(method) ?? 0) + 1;
    told.set(method, nth);
    if (nth > times) return message;
    const field = lists[method] ?? '';
    return { ...message, [field]: asMessages(message[field]).filter((item) => !foreign.has(idOf(item))) };
  });
}

export interface DressOptions {
  readonly foreign: ForeignIds;
  readonly seen: SeenObjects;
  /** Their status says the same. */
  readonly status: boolean;
}

/**
 * Lists show foreign objects with the uid, names and labels that the suite asks for, whatever their filter.
 */
export function ourUidOnForeign({ foreign, seen, status }: DressOptions): Forger {
  return {
    unary: async (call, ask) => {
      if (status && /^(PodSandbox|Container)Status$/.test(call.method))
        return dressedStatus(call, await ask(), { foreign, seen });
      if (call.method !== 'ListPodSandbox' && call.method !== 'ListContainers') return ask();
      const [asked, all] = [await ask(), await ask(unfiltered(call.request))];
      if (asked instanceof RefusedCall || all instanceof RefusedCall) return asked;
      const kind = call.method === 'ListPodSandbox' ? 'sandbox' : 'container';
      const labels = asMessage(asMessage(call.request['filter'])['label_selector']);
      const theirs = itemsIn(call, all.bytes).filter((item) => foreign.has(idOf(item)));
      const ours = itemsIn(call, asked.bytes).filter((item) => !foreign.has(idOf(item)));
      return {
        bytes: withItems(call, [
          ...theirs.map((item) => dressed(item, seen.configOf(idOf(item), kind), labels)),
          ...ours,
        ]),
      };
    },
  };
}

/** The status of a foreign object, as if the suite had created it. */
export function dressedStatus(
  call: ForgedCall,
  answer: Answer,
  { foreign, seen }: Pick<DressOptions, 'foreign' | 'seen'>,
): Answer {
  if (answer instanceof RefusedCall) return answer;
  const message = decoded(call, answer.bytes);
  const status = asMessage(message['status']);
  const id = asText(status['id']);
  if (!foreign.has(id)) return answer;
  const as = seen.configOf(id, call.method === 'PodSandboxStatus' ? 'sandbox' : 'container');
  return { bytes: encoded(call, { ...message, status: dressed(status, as) }) };
}
