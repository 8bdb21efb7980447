// SPDX-License-Identifier: Apache-2.0
import type { Signal } from '#cri/proto/generated/messages.js';

const numbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  IOT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  STKFLT: 16,
  CHLD: 17,
  CLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
  URG: 23,
  XCPU: 24,
  XFSZ: 25,
  VTALRM: 26,
  PROF: 27,
  WINCH: 28,
  IO: 29,
  POLL: 29,
  PWR: 30,
  SYS: 31,
};
export const SIGTERM = 15;
export const SIGKILL = 9;
export const SIGINT = 2;
export const SIGPIPE = 13;
const firstRealtime = 34;
const lastRealtime = 64;
const withoutEffect = new Set([17, 18, 19, 20, 21, 22, 23, 28]);

/** `TERM`, `SIGTERM`, `15`, `RTMIN+3`, `SIGRTMAX-1`. */
export function signalNumber(text: string): number | undefined {
  const name = text.toUpperCase().replace(/^SIG/, '');
  if (/^\d+$/.test(name)) return inRange(Number(name));
  const realtime = /^RT(MIN|MAX)(?:(?:\+|-|PLUS|MINUS)(\d+))?$/.exec(name);
  if (realtime === null) return numbers[name];
  const offset = Number(realtime[2] ?? 0);
  return inRange(realtime[1] === 'MIN' ? firstRealtime + offset : lastRealtime - offset);
}

const inRange = (n: number): number | undefined => (n >= 1 && n <= lastRealtime ? n : undefined);

/** The enum of the wire; `SIGNAL_RUNTIME_DEFAULT` and absence mean "not said". */
export const wireSignalNumber = (signal: Signal | undefined): number | undefined =>
  signal === undefined || signal === 'SIGNAL_RUNTIME_DEFAULT'
    ? undefined
    : signalNumber(signal.replace(/^SIGNAL_/, ''));

export function wireSignalName(number: number): Signal {
  const name = Object.keys(numbers).find((key) => numbers[key] === number);
  if (name !== undefined) return `SIGNAL_SIG${name}` as Signal;
  if (number === firstRealtime || number === lastRealtime)
    return number === firstRealtime ? 'SIGNAL_SIGRTMIN' : 'SIGNAL_SIGRTMAX';
  const middle = firstRealtime + 15;
  const text = number <= middle ? `MINPLUS${number - firstRealtime}` : `MAXMINUS${lastRealtime - number}`;
  return `SIGNAL_SIGRT${text}` as Signal;
}

/** What an ordinary process survives without having asked. */
export const isHarmless = (number: number): boolean => withoutEffect.has(number);
