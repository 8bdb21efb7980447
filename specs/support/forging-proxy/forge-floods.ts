// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { CriMethod } from '#cri/methods.js';
import {
  given,
  RefusedCall,
  type Answer,
  type Bytes,
  type ForgedCall,
  type Forger,
  type Message,
} from './answer.js';
import { listMethods, lists } from './forge-lists.js';
import { asMessages, rewriting } from './rewriting.js';

const cancelled = new RefusedCall(1, 'nobody waits any more');

/** No more answers after this many calls. */
export function hangAfter(calls: number): Forger {
  return hanging(({ nth }) => nth > calls);
}

/** No answer to these calls. */
export function hanging(concerns: (call: ForgedCall) => boolean): Forger {
  return {
    unary: async (call, ask) => {
      if (!concerns(call)) return ask();
      await given(call.signal);
      return cancelled;
    },
    stream: (call, subscribe) => (concerns(call) ? silent(call) : subscribe()),
  };
}

async function* silent({ signal }: ForgedCall): AsyncGenerator<Bytes, void, undefined> {
  await given(signal);
  yield* [];
}

/** Repeats every event, as fast as the client reads. */
export function floodEvents(): Forger {
  return {
    stream: (call, subscribe) =>
      call.method === 'GetContainerEvents' ? repeated(call, subscribe()) : subscribe(),
  };
}

async function* repeated(
  { signal }: ForgedCall,
  messages: AsyncIterable<Bytes>,
): AsyncGenerator<Bytes, void, undefined> {
  for await (const message of messages) {
    for (let nth = 0; !signal.aborted; nth++) {
      yield message;
      // The socket's own events only get a turn after an answer.
      if (nth % 64 === 0) await sleep(0);
    }
  }
}

/** Adds this many nearly empty items to lists. */
export function longLists(items: number): Forger {
  return rewriting(listMethods, (message, call) => {
    const field = lists[call.method] ?? '';
    return {
      ...message,
      [field]: [...asMessages(message[field]), ...Array.from({ length: items }, () => ({}))],
    };
  });
}

/** Lists of many foreign objects with all their fields, of about this many bytes each. */
export function crowdedLists(items: number, bytes: number): Forger {
  return rewriting(listMethods, (message, call) => {
    const field = lists[call.method] ?? '';
    return { ...message, [field]: [...asMessages(message[field]), ...crowd(items, bytes)] };
  });
}

function crowd(items: number, bytes: number): readonly Message[] {
  const half = Math.floor((bytes - 100) / 2);
  return Array.from({ length: items }, (_, nth) => ({
    id: nth.toString(16).padStart(64, 'c'),
    labels: { app: 'x'.repeat(half) },
    annotations: { note: 'y'.repeat(half) },
  }));
}

/** Refuses these with a very long message. */
export function longRefusals(methods: readonly CriMethod[], length: number): Forger {
  return {
    unary: (call, ask) =>
      methods.includes(call.method) ? Promise.resolve(new RefusedCall(2, 'no '.repeat(length / 3))) : ask(),
  };
}

/** Makes every string in these answers this much longer. */
export function longTexts(methods: readonly CriMethod[], length: number): Forger {
  const more = 'z'.repeat(length);
  const grown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grown);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [
        key,
        /^(reason|message|version|runtime_name)$/.test(key) ? more : grown(held),
      ]),
    );
  };
  return rewriting(methods, (message) => grown(message) as Message);
}

/** Appends nested groups of an unknown field to the answer. */
export function deepAnswers(depth: number): Forger {
  const groups = Buffer.concat([
    Buffer.alloc(depth * 2, Buffer.from([0xfb, 0x7d])),
    Buffer.alloc(depth * 2, Buffer.from([0xfc, 0x7d])),
  ]);
  return changedBytes((bytes) => Buffer.concat([bytes, groups]));
}

/** An answer of maximum size, of empty sub-messages. */
export function emptyMessages(methods: readonly CriMethod[], count: number): Forger {
  const filler = Buffer.alloc(count * 2, Buffer.from([0x0a, 0x00]));
  return changedBytes((bytes, { method }) =>
    methods.includes(method) ? Buffer.concat([bytes, filler]) : bytes,
  );
}

export function changedBytes(change: (bytes: Bytes, call: ForgedCall) => Bytes): Forger {
  return {
    unary: async (call, ask): Promise<Answer> => {
      const answer = await ask();
      return answer instanceof RefusedCall ? answer : { bytes: change(answer.bytes, call) };
    },
  };
}

/** What has ended is reported as running, so that waiting never ends. */
export function neverEnds(): Forger {
  return rewriting(['ListContainers', 'ContainerStatus'], (message, call) => {
    const alive = (item: Message): Message =>
      item['state'] === 'CONTAINER_EXITED' ? { ...item, state: 'CONTAINER_RUNNING', finished_at: '0' } : item;
    if (call.method === 'ListContainers')
      return { ...message, containers: asMessages(message['containers']).map(alive) };
    return { ...message, status: alive(message['status'] as Message) };
  });
}
