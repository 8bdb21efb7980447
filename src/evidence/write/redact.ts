// SPDX-License-Identifier: Apache-2.0
import { keepCredentials, keepSecret, hidden, withoutSecrets, withoutTelling } from '#base/text/secrets.js';
import type { CriMethod } from '#cri/methods.js';
import { secretFields } from '#cri/proto/generated/secrets.js';
import type { EvidenceEvent } from '../event.js';

const pathsByMethod = new Map<string, (readonly string[])[]>();
for (const { method, path } of secretFields) {
  pathsByMethod.set(method, [...(pathsByMethod.get(method) ?? []), path]);
}

type Message = Readonly<Record<string, unknown>>;

/**
 * A copy of the request in which every field that the proto marks as secret reads `[redacted]`. The value is
 * redacted from now on wherever a runtime repeats it.
 */
export function redact(method: CriMethod, request: Message): Message {
  const { username, password } = (request['auth'] ?? {}) as Message;
  if (method === 'PullImage' && typeof password === 'string')
    keepCredentials(typeof username === 'string' ? username : '', password);
  return (pathsByMethod.get(method) ?? []).reduce(hide, request);
}

function hide(message: Message, [field, ...rest]: readonly string[]): Message {
  if (field === undefined) return message;
  const value = message[field];
  if (value === undefined || value === null || value === '') return message;
  if (rest.length > 0)
    return typeof value === 'object' ? { ...message, [field]: hide(value as Message, rest) } : message;
  if (typeof value === 'string') keepSecret(value);
  return { ...message, [field]: hidden };
}

/**
 * The event without known secrets. Texts from a runtime, and our notes on them, also lose what looks like a
 * secret.
 */
export function withoutSecretsIn(event: EvidenceEvent): EvidenceEvent {
  return struck(event, isTextOfOthers(event) ? withoutTelling : withoutSecrets) as EvidenceEvent;
}

/** Whether the event, with this line, contains anything to redact. */
export function hasSecrets(event: EvidenceEvent, line: string): boolean {
  return (isTextOfOthers(event) ? withoutTelling : withoutSecrets)(line) !== line;
}

function isTextOfOthers(event: EvidenceEvent): boolean {
  if (event.type === 'end') return event.outcome.kind === 'refused' || event.outcome.kind === 'unanswered';
  return (
    event.type === 'note' ||
    event.type === 'step' ||
    event.type === 'fault' ||
    event.type === 'scenario-end' ||
    (event.type === 'observation' && event.of === 'runtime-log')
  );
}

/** Redacts every text in a value, at any depth; bytes that contain a secret are left out. */
export function struck(value: unknown, strike: (text: string) => string = withoutSecrets): unknown {
  if (typeof value === 'string') return strike(value);
  if (Array.isArray(value)) return value.map((item: unknown) => struck(item, strike));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const text = struck(item, strike);
      return [strike(key), key === 'raw' && text !== item ? '' : text];
    }),
  );
}
