// SPDX-License-Identifier: Apache-2.0
import type { Prng } from './prng.js';

type Victim = (nth: number) => string;

const texts: readonly string[] = [
  '',
  ' ',
  '/',
  '..',
  '-rf',
  '\0',
  'a\nb\r\n::error::forged',
  '\u001b[2J\u001b]0;forged\u0007',
  '\u202eforged\u2066',
  '__proto__',
  'constructor',
  '[object Object]',
  'null',
  '9'.repeat(400),
  'x'.repeat(4_096),
  '💣'.repeat(300),
  '/dev/zero',
  '/proc/self/environ',
  'sha256:',
  '127.0.0.1:1/x@sha256:0',
  '${jndi:x}`id`$(id);%s%n',
];

export function nastyText(prng: Prng, victim: Victim): string {
  return prng.chance(0.25) ? victim(prng.int(40)) : prng.pick(texts);
}

const integers: readonly string[] = [
  '0',
  '1',
  '-1',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '4294967296',
  '253402300800000000000',
  '1',
];
const numbers: readonly number[] = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 255, 137];

/** Changes, removes or repeats one field of a message. */
export function altered(message: object, prng: Prng, victim: Victim): object {
  const places = placesIn(message);
  if (places.length === 0) return message;
  const place = prng.pick(places);
  return replaced(message, place, (value) => otherValue(value, prng, victim)) as object;
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const held: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return held.flatMap(([key, item]) => [[...at, key], ...placesIn(item, [...at, key])]);
}

const gone = Symbol('gone');

function replaced(value: unknown, [key, ...rest]: Place, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((item, index): unknown[] => {
      if (index !== key) return [item];
      const changed = replaced(item, rest, change);
      if (changed === gone) return [];
      return Array.isArray(changed) ? changed : [changed];
    });
  }
  const entries = Object.entries(value as object).map(
    ([name, held]) => [name, name === key ? replaced(held, rest, change) : held] as const,
  );
  return Object.fromEntries(entries.filter(([, held]) => held !== gone));
}

function otherValue(value: unknown, prng: Prng, victim: Victim): unknown {
  if (prng.chance(0.2)) return gone;
  if (typeof value === 'string') return otherText(value, prng, victim);
  if (typeof value === 'number') return prng.pick(numbers);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return otherList(value, prng);
  return prng.chance(0.3) ? {} : [value, value];
}

function otherList(items: readonly unknown[], prng: Prng): readonly unknown[] {
  return prng.chance(0.5) ? [...items, ...items] : [...items].reverse();
}

/** 64-bit integers are strings here, and enums names. */
function otherText(value: string, prng: Prng, victim: Victim): unknown {
  if (/^-?\d+$/.test(value)) return prng.pick(integers);
  if (/^[A-Z]+_[A-Z_]+$/.test(value)) return prng.pick([0, 1, 2, 99, -1]);
  return prng.chance(0.2) ? `${value}${nastyText(prng, victim)}` : nastyText(prng, victim);
}
