// SPDX-License-Identifier: Apache-2.0
import { firstRealtime, lastRealtime, numberOfSignal, signalName } from '#base/signal-numbers.js';
import type { Signal } from '#cri/proto/generated/messages.js';

/** Signal names that runtimes accept in addition to the usual ones. */
const aliases: ReadonlyMap<string, number> = new Map([
  ['IOT', 6],
  ['CLD', 17],
  ['POLL', 29],
]);

/** `TERM`, `SIGTERM`, `15`, `RTMIN+3`, `SIGRTMAX-1`. */
export function signalNumber(text: string): number | undefined {
  const name = text.toUpperCase().replace(/^SIG/, '');
  if (/^\d+$/.test(name)) return inRange(Number(name));
  const realtime = /^RT(MIN|MAX)(?:(?:\+|-|PLUS|MINUS)(\d+))?$/.exec(name);
  if (realtime === null) return numberOfSignal(name) ?? aliases.get(name);
  const offset = Number(realtime[2] ?? 0);
  return inRange(realtime[1] === 'MIN' ? firstRealtime + offset : lastRealtime - offset);
}

const inRange = (n: number): number | undefined => (n >= 1 && n <= lastRealtime ? n : undefined);

/** The enum of the wire; `SIGNAL_RUNTIME_DEFAULT` and an absent value mean "not set". */
export const wireSignalNumber = (signal: Signal | undefined): number | undefined =>
  signal === undefined || signal === 'SIGNAL_RUNTIME_DEFAULT'
    ? undefined
    : signalNumber(signal.replace(/^SIGNAL_/, ''));

export function wireSignalName(number: number): Signal {
  if (number < firstRealtime) return `SIGNAL_SIG${signalName(number)}` as Signal;
  if (number === firstRealtime || number === lastRealtime)
    return number === firstRealtime ? 'SIGNAL_SIGRTMIN' : 'SIGNAL_SIGRTMAX';
  const middle = firstRealtime + 15;
  const text = number <= middle ? `MINPLUS${number - firstRealtime}` : `MAXMINUS${lastRealtime - number}`;
  return `SIGNAL_SIGRT${text}` as Signal;
}
