// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { CriMethod } from '#cri/methods.js';
import {
  given,
  RefusedCall,
  type Answer,
  type Ask,
  type Bytes,
  type ForgedCall,
  type Forger,
  type Subscribe,
} from './answer.js';
import type { ForeignIds } from './foreign-ids.js';
import { withIds } from './forge-ids.js';
import { Prng } from './prng.js';
import { decoded, encoded } from './rewriting.js';
import { altered, nastyText } from './alter.js';

export interface MutateOptions {
  readonly seed: number;
  readonly foreign: ForeignIds;
  /** A path that no answer may lead to. */
  readonly victim: (nth: number) => string;
  /** Called for every call, with whether its answer was mutated. */
  readonly heard?: (method: CriMethod, wasMutated: boolean) => void;
}

interface Mutating extends MutateOptions {
  readonly call: ForgedCall;
  readonly ask: Ask;
  readonly prng: Prng;
  /** Answers of this run, by method. */
  readonly earlier: Map<string, Bytes>;
}

type Mutation = (mutating: Mutating) => Promise<Answer>;

const refusal = ({ prng, victim }: Mutating): RefusedCall =>
  new RefusedCall(
    prng.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 99, -1, 2 ** 31 - 1]),
    printable(nastyText(prng, victim)),
  );

/** What a gRPC header can carry. */
function printable(text: string): string {
  return text.replaceAll('\0', '%00');
}

/** Mutates the bytes of a good answer. */
function onBytes(change: (bytes: Bytes, mutating: Mutating) => Bytes): Mutation {
  return async (mutating) => {
    const answer = await mutating.ask();
    return answer instanceof RefusedCall ? answer : { bytes: change(answer.bytes, mutating) };
  };
}

/** Mutates its message; if the result cannot be encoded, flips bytes instead. */
function onMessage(change: (message: object, mutating: Mutating) => object): Mutation {
  return onBytes((bytes, mutating) => {
    try {
      return encoded(
        mutating.call,
        change(decoded(mutating.call, bytes), mutating) as Record<string, unknown>,
      );
    } catch {
      return flipped(bytes, mutating.prng);
    }
  });
}

export function flipped(bytes: Bytes, prng: Prng): Bytes {
  const changed = Buffer.from(bytes);
  for (let flips = 1 + prng.int(4); flips > 0 && changed.length > 0; flips--) {
    const at = prng.int(changed.length);
    changed.writeUInt8((changed[at] ?? 0) ^ (1 << prng.int(8)), at);
  }
  return changed;
}

const mutations: Readonly<Record<string, Mutation>> = {
  flip: onBytes((bytes, { prng }) => flipped(bytes, prng)),
  halve: onBytes((bytes, { prng }) => bytes.subarray(0, prng.int(bytes.length + 1))),
  random: onBytes((_, { prng }) => prng.bytes(prng.pick([1, 10, 100, 10_000]))),
  nothing: onBytes(() => Buffer.alloc(0)),
  double: onBytes((bytes) => Buffer.concat([bytes, bytes])),
  alter: onMessage((message, { prng, victim }) => altered(message, prng, victim)),
  'alter much': onMessage((message, { prng, victim }) => {
    let changed = message;
    for (let times = 2 + prng.int(20); times > 0; times--) changed = altered(changed, prng, victim);
    return changed;
  }),
  'foreign ids': onMessage((message, { call, foreign }) =>
    withIds(message as Record<string, unknown>, call.method, (kind, id) => foreign.for(kind, id)),
  ),
  'an earlier answer': onBytes((bytes, { call, earlier }) => earlier.get(call.method) ?? bytes),
  late: async ({ ask, prng }) => {
    const answer = await ask();
    await sleep(prng.pick([20, 200, 1_000, 3_000]));
    return answer;
  },
  'too late': async ({ ask, call }) => {
    const answer = await ask();
    await given(call.signal);
    return answer;
  },
  hang: async (mutating) => {
    await given(mutating.call.signal);
    return refusal(mutating);
  },
  refuse: (mutating) => Promise.resolve(refusal(mutating)),
  'done, but refused': async (mutating) => {
    await mutating.ask();
    return refusal(mutating);
  },
  'not done': () => Promise.resolve({ bytes: Buffer.alloc(0) }),
  'done twice': async ({ ask }) => {
    await ask();
    return ask();
  },
};

const names = Object.keys(mutations);
/** These delay a run, so that little of it is tested. */
const slow = new Set(['too late', 'hang', 'late']);

export interface Plan {
  readonly kinds: readonly string[];
  /** Of the calls. */
  readonly rate: number;
  /** Number of calls that pass unchanged before. */
  readonly from: number;
}

export function planOf(seed: number): Plan {
  const prng = new Prng(seed);
  const kinds = prng.chance(0.5) ? names : prng.sample(names, 3);
  const quick = prng.chance(0.6) ? kinds.filter((kind) => !slow.has(kind)) : kinds;
  return {
    kinds: quick.length === 0 ? kinds : quick,
    rate: prng.pick([0.02, 0.05, 0.15, 0.5]),
    from: prng.pick([0, 12, 20, 40, 80]),
  };
}

/** Mutates answers, call by call, by the seed. */
export function mutating(options: MutateOptions): Forger {
  const plan = planOf(options.seed);
  const earlier = new Map<string, Bytes>();
  const mutationFor = (call: ForgedCall): readonly [Mutation | undefined, Prng] => {
    const prng = new Prng(`${options.seed} ${call.method} ${call.nthOfMethod}`);
    const isHit = call.nth > plan.from && prng.chance(plan.rate);
    return [isHit ? mutations[prng.pick(plan.kinds)] : undefined, prng];
  };
  return {
    unary: async (call, ask) => {
      const [mutation, prng] = mutationFor(call);
      options.heard?.(call.method, mutation !== undefined);
      const answer = await (mutation?.({ ...options, call, ask, prng, earlier }) ?? ask());
      if (mutation === undefined && !(answer instanceof RefusedCall)) earlier.set(call.method, answer.bytes);
      return answer;
    },
    stream: (call, subscribe) => {
      const [mutation, prng] = mutationFor(call);
      return mutation === undefined ? subscribe() : mutatedStream(subscribe, prng, call);
    },
  };
}

async function* mutatedStream(
  subscribe: Subscribe,
  prng: Prng,
  { signal }: ForgedCall,
): AsyncGenerator<Bytes, void, undefined> {
  const endsAfter = prng.pick([0, 1, 5, Infinity]);
  let told = 0;
  for await (const bytes of subscribe()) {
    if (told++ >= endsAfter) break;
    if (prng.chance(0.3)) yield flipped(bytes, prng);
    const copies = prng.pick([0, 1, 1, 1, 2, 300]);
    for (let copy = 0; copy < copies && !signal.aborted; copy++) yield bytes;
  }
  if (prng.chance(0.3)) await given(signal);
  if (prng.chance(0.3)) throw new RefusedCall(prng.pick([1, 2, 13, 14, 99]), 'the stream is over');
}
