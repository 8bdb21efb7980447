// SPDX-License-Identifier: Apache-2.0
// A message with one field wrong in every place where it is filled. What it was made of stays as it is.
import { isIP } from 'node:net';

/** How a field is made wrong. */
export const modes = ['dropped', 'altered'];

const hourNs = 3_600_000_000_000n;

/** A value that its absence also stands for is not filled: nobody could tell whether it was sent. */
export function isFilled(value, { kind, names }) {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (kind === 'map') return Object.keys(value).length > 0;
  if (kind === 'enum') return value !== names[0];
  return kind === 'string' || kind === 'bytes' ? value !== '' : Number(value) !== 0;
}

/** The field's value in every place of the message where it could be; undefined where it is absent. */
export function valuesOf(message, { steps }) {
  const places = steps
    .slice(0, -1)
    .reduce((all, { name }) => all.flatMap((place) => place[name] ?? []), [message]);
  return places.map((place) => place[steps.at(-1).name]);
}

/** The message itself, if the field is filled nowhere in it. */
export function falsified(message, field, mode) {
  return changedAt(message, field, mode, 0);
}

function changedAt(message, field, mode, at) {
  const { name, repeated } = field.steps[at];
  const value = message[name];
  if (value === undefined || value === null) return message;
  const wrong =
    at === field.steps.length - 1
      ? wrongValue(value, field, mode)
      : repeated
        ? changedAll(value, (item) => changedAt(item, field, mode, at + 1))
        : changedAt(value, field, mode, at + 1);
  if (wrong === value) return message;
  const copy = { ...message, [name]: wrong };
  if (wrong === undefined) delete copy[name];
  return copy;
}

/** The list itself, if nothing in it changed. */
function changedAll(items, change) {
  const changed = items.map(change);
  return changed.some((item, at) => item !== items[at]) ? changed : items;
}

function wrongValue(value, field, mode) {
  if (!isFilled(value, field)) return value;
  if (mode === 'dropped') return undefined;
  if (field.kind === 'list') return value.length === 1 ? undefined : value.slice(0, -1);
  if (field.kind === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, otherText(String(item))]));
  return Array.isArray(value) ? value.map((item) => otherValue(item, field)) : otherValue(value, field);
}

/** A mistake that a runtime could make: another name, another unit, an hour off. */
function otherValue(value, { kind, names }) {
  switch (kind) {
    case 'enum': {
      const other = (names.indexOf(value) + 1) % names.length;
      return other === 0 ? undefined : names[other];
    }
    case 'bool':
      return undefined;
    case 'time':
      return String(BigInt(value) + hourNs);
    case 'wide':
      return String(BigInt(value) * 1024n + 1n);
    case 'narrow':
      return value + 1;
    case 'double':
      return value * 1024 + 1;
    case 'bytes':
      return Buffer.concat([Buffer.from(value, 'base64'), Buffer.from('x')]).toString('base64');
    default:
      return otherText(value);
  }
}

function otherText(text) {
  if (isIP(text) === 4) return text === '203.0.113.7' ? '203.0.113.8' : '203.0.113.7';
  if (isIP(text) === 6) return text === '2001:db8::7' ? '2001:db8::8' : '2001:db8::7';
  if (/^(sha256:)?[0-9a-f]{12,}$/.test(text)) return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
  return text.startsWith('/') ? `/altered${text}` : `${text}-altered`;
}
