// SPDX-License-Identifier: Apache-2.0
import { firstRealtime, lastRealtime, numberOfSignal } from '#base/signal-numbers.js';

const plain: ReadonlyMap<string, number> = new Map([['', 1]]);
const times: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
const sizes: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
]);

/** Takes words from the front of a statement, as guest/text.c does: only a space ends a word. */
export class Words {
  /** The rest after the words taken. */
  rest: string;

  constructor(statement: string) {
    this.rest = statement;
  }

  /** Empty: none left. */
  next(): string {
    const end = this.rest.indexOf(' ');
    const word = end < 0 ? this.rest : this.rest.slice(0, end);
    this.rest = end < 0 ? '' : this.rest.slice(end + 1);
    return word;
  }

  number(): number | undefined {
    return quantity(this.next(), plain);
  }

  milliseconds(): number | undefined {
    return quantity(this.next(), times);
  }

  bytes(): number | undefined {
    return quantity(this.next(), sizes);
  }

  signal(): number | undefined {
    return parseSignal(this.next());
  }

  port(): number | undefined {
    const port = this.number();
    return port === undefined || port > 65_535 ? undefined : port;
  }

  /** IPv4 or IPv6: the program has no resolver. */
  address(): string | undefined {
    const address = this.next();
    return isIpv4(address) || isIpv6(address) ? address : undefined;
  }
}

function quantity(word: string, units: ReadonlyMap<string, number>): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,18})([a-z]*)$/.exec(word) ?? [];
  const factor = units.get(unit);
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

/** `TERM`, `SIGTERM`, `15`, `RTMIN+3`, `RTMAX-1`. */
export function parseSignal(word: string): number | undefined {
  const name = word.startsWith('SIG') ? word.slice(3) : word;
  const number =
    realtimeSignal(name) ?? (/^\d/.test(name) ? Number.parseInt(name, 10) : numberOfSignal(name));
  return number !== undefined && number >= 1 && number <= lastRealtime ? number : undefined;
}

function realtimeSignal(name: string): number | undefined {
  const [isAboveFirst, above = '0'] = /^RTMIN(?:\+(\d+))?$/.exec(name) ?? [];
  if (isAboveFirst !== undefined) return firstRealtime + Number(above);
  const [isBelowLast, below = '0'] = /^RTMAX(?:-(\d+))?$/.exec(name) ?? [];
  return isBelowLast === undefined ? undefined : lastRealtime - Number(below);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Eight groups, or fewer with one `::`. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isComplete = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 8;
  return isComplete && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}
