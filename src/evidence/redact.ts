// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { secretFields } from '#cri/generated/secrets.js';

const pathsByMethod = new Map<string, (readonly string[])[]>();
for (const { method, path } of secretFields) {
  pathsByMethod.set(method, [...(pathsByMethod.get(method) ?? []), path]);
}

type Message = Readonly<Record<string, unknown>>;

/** A copy of the request in which every field the proto marks as secret reads `[redacted]`. */
export function redact(method: CriMethod, request: Message): Message {
  return (pathsByMethod.get(method) ?? []).reduce(hide, request);
}

function hide(message: Message, [field, ...rest]: readonly string[]): Message {
  if (field === undefined) return message;
  const value = message[field];
  if (value === undefined || value === null || value === '') return message;
  if (rest.length === 0) return { ...message, [field]: '[redacted]' };
  return typeof value === 'object' ? { ...message, [field]: hide(value as Message, rest) } : message;
}
