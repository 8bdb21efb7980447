// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import {
  RefusedCall,
  type Answer,
  type Bytes,
  type ForgedCall,
  type Forger,
  type Message,
} from './answer.js';
import { definitionOf } from './raw-runtime.js';

/** The message to send instead; the same object passes byte for byte. */
export type Rewrite = (message: Message, call: ForgedCall) => Message | Promise<Message>;

export function decoded({ version, method }: ForgedCall, bytes: Bytes): Message {
  return definitionOf(version, method).responseDeserialize(bytes) as Message;
}

export function encoded({ version, method }: ForgedCall, message: Message): Bytes {
  return definitionOf(version, method).responseSerialize(message);
}

export async function rewritten(call: ForgedCall, bytes: Bytes, rewrite: Rewrite): Promise<Bytes> {
  const message = decoded(call, bytes);
  const told = await rewrite(message, call);
  return told === message ? bytes : encoded(call, told);
}

/** Rewrites every answer and every message of a stream, of these methods or of all. */
export function rewriting(methods: readonly CriMethod[] | 'all', rewrite: Rewrite): Forger {
  const concerns = ({ method }: ForgedCall): boolean => methods === 'all' || methods.includes(method);
  return {
    unary: async (call, ask) => {
      const answer = await ask();
      if (answer instanceof RefusedCall || !concerns(call)) return answer;
      return { bytes: await rewritten(call, answer.bytes, rewrite) };
    },
    stream: (call, subscribe) => (concerns(call) ? eachRewritten(call, subscribe(), rewrite) : subscribe()),
  };
}

async function* eachRewritten(
  call: ForgedCall,
  messages: AsyncIterable<Bytes>,
  rewrite: Rewrite,
): AsyncGenerator<Bytes, void, undefined> {
  for await (const bytes of messages) yield await rewritten(call, bytes, rewrite);
}

/** An answer that the runtime never gave. */
export function answerWith(call: ForgedCall, message: Message): Answer {
  return { bytes: encoded(call, message) };
}

export function asMessage(value: unknown): Message {
  return typeof value === 'object' && value !== null ? (value as Message) : {};
}

export function asMessages(value: unknown): readonly Message[] {
  return Array.isArray(value) ? value.map(asMessage) : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
