// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import type { CriHandlers, StreamHandler, UnaryHandler } from '#cri/server/handlers.js';
import type { Truth } from './lying-runtime.js';

/** Text that a terminal, an editor or a CI system would interpret. */
export const hostileText =
  '\u001b[31m\u001b]0;title\u0007\u001b[2J\u009b5m\u202e\u2066\u061c\u200b\u00ad\u2028\0\r\n::error::obeyed\n##vso[task.setvariable]x\n##[command]x\b\u007f\u{e0041}';

/** Fields that are not decorated: clients identify their objects by them. */
const identities: readonly RegExp[] = [/(^|_)id$/, /^uid$/, /^image_ref$/, /^labels$/, /^metadata$/];

/** Numbers and enum values are strings here, but not on the wire. */
const isText = (text: string): boolean => !/^-?\d+$/.test(text) && !/^[A-Z][A-Z_0-9]+$/.test(text);

/**
 * Appends the hostile text to every string in every answer and refusal; `thorough`: also to ids, labels and
 * names, and removes it again from requests.
 */
export function decorating({ thorough }: { readonly thorough: boolean }): (truth: Truth) => CriHandlers {
  const answer = (value: unknown): unknown =>
    changed(value, thorough ? [] : identities, (text) => text + hostileText);
  const asked = <T>(request: T): T => changed(request, [], (text) => text.replaceAll(hostileText, '')) as T;
  const refusal = (error: unknown): unknown =>
    error instanceof CriRefusal ? new CriRefusal(error.code, error.message + hostileText) : error;
  const unary =
    (handler: UnaryHandler): UnaryHandler =>
    async (request, call) => {
      try {
        return answer(await handler(asked(request), call)) as never;
      } catch (error) {
        throw refusal(error);
      }
    };
  const stream = (handler: StreamHandler): StreamHandler =>
    async function* (request, call) {
      try {
        for await (const item of handler(asked(request), call)) yield answer(item) as never;
      } catch (error) {
        throw refusal(error);
      }
    };
  const streams: readonly string[] = streamMethods;
  return (truth) =>
    Object.fromEntries(
      Object.entries(truth).map(([name, handler]) => [
        name,
        streams.includes(name)
          ? stream(handler as unknown as StreamHandler)
          : unary(handler as unknown as UnaryHandler),
      ]),
    );
}

type Change = (text: string) => string;

function changed(value: unknown, spared: readonly RegExp[], change: Change): unknown {
  if (typeof value === 'string') return isText(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => changed(item, spared, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const isSpared = isKept(key) || spared.some((name) => name.test(key));
      return [key, isSpared ? item : changed(item, spared, change)];
    }),
  );
}

/** Bytes are base64 here; and without the types of its conditions a runtime is never ready. */
const isKept = (key: string): boolean => ['stdout', 'stderr', 'value', 'type'].includes(key);
