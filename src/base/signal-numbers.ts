// SPDX-License-Identifier: Apache-2.0

/** Linux on amd64 and arm64. */
const named: ReadonlyMap<string, number> = new Map(
  (
    'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT ' +
    'CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'
  )
    .split(' ')
    .map((name, index) => [name, index + 1]),
);

export const SIGINT = 2;
export const SIGKILL = 9;
export const SIGPIPE = 13;
export const SIGTERM = 15;

/** CHLD to URG, and WINCH. */
const withoutEffect: ReadonlySet<number> = new Set([17, 18, 19, 20, 21, 22, 23, 28]);

/** 34, not 32: libcs reserve two, and runtimes count as libcs do. */
export const firstRealtime = 34;
export const lastRealtime = 64;

/** The number of a signal name without `SIG`; undefined if there is none. Real-time signals have no names. */
export const numberOfSignal = (name: string): number | undefined => named.get(name);

/** `TERM`, `RTMIN+3`. */
export function signalName(number: number): string {
  for (const [name, known] of named) if (known === number) return name;
  return number === firstRealtime ? 'RTMIN' : `RTMIN+${number - firstRealtime}`;
}

/** Signals that do not kill a process by default; some stop it until it is continued. */
export const isHarmless = (number: number): boolean => withoutEffect.has(number);
