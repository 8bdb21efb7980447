// SPDX-License-Identifier: Apache-2.0
/**
 * What a program made of the test program's statements will do, as far as it can be told from its arguments alone.
 * A contract that knows that can tell a true exit code or log from an invented one.
 */
export interface GuestProgram {
  /** What it writes before it ends or waits. */
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code when left alone; undefined if it goes on until somebody ends it. */
  readonly exitCode: number | undefined;
  /** Least time until it ends by itself, in milliseconds. */
  readonly lastsMs: number;
  /** What it does on a signal named like TERM, once it is up. */
  readonly reactions: Readonly<Record<string, Reaction>>;
}

export type Reaction =
  { readonly kind: 'ignores' } | { readonly kind: 'exits'; readonly code: number; readonly afterMs: number };

interface Draft {
  stdout: string;
  stderr: string;
  lastsMs: number;
  exitCode: number | undefined;
  readonly reactions: Record<string, Reaction>;
}

/** `known`: go on. `ended`: nothing after it is reached. `unknown`: what follows cannot be told. */
type Step = 'known' | 'ended' | 'unknown';
type Statement = (draft: Draft, words: readonly string[], text: string) => Step;

export const signalNumbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
};

const say =
  (stream: 'stdout' | 'stderr', end: string): Statement =>
  (draft, _, text) => {
    draft[stream] += text + end;
    return 'known';
  };

/** In characters; what no scenario of ours prints need not be told. */
const maxOutput = 8 << 20;

const lines =
  (stream: 'stdout' | 'stderr'): Statement =>
  (draft, words) => {
    const text = words.slice(1).join(' ');
    if (!(Number(words[0]) * (text.length + 8) < maxOutput)) return 'unknown';
    for (let at = 1; at <= Number(words[0]); at++) draft[stream] += `${text} ${at}\n`;
    return 'known';
  };

function endWith(draft: Draft, code: number | undefined): Step {
  draft.exitCode = code;
  return 'ended';
}

const statements: Readonly<Record<string, Statement>> = {
  print: say('stdout', '\n'),
  eprint: say('stderr', '\n'),
  write: say('stdout', ''),
  ewrite: say('stderr', ''),
  lines: lines('stdout'),
  elines: lines('stderr'),
  bytes: (draft, words) => {
    if (!(Number(words[0]) < maxOutput)) return 'unknown';
    draft.stdout += 'x'.repeat(Number(words[0]));
    return 'known';
  },
  sleep: (draft, words) => {
    draft.lastsMs += durationMs(words[0] ?? '');
    return 'known';
  },
  exit: (draft, words) => endWith(draft, Number(words[0])),
  raise: (draft, words) => {
    const number = signalNumbers[words[0] ?? ''];
    return number === undefined ? 'unknown' : endWith(draft, 128 + number);
  },
  wait: (draft) => {
    draft.lastsMs = Number.POSITIVE_INFINITY;
    return endWith(draft, undefined);
  },
  on: (draft, [signal = '', what, code, , after]) => {
    if (what === 'ignore') draft.reactions[signal] = { kind: 'ignores' };
    else if (what === 'exit') {
      draft.reactions[signal] = {
        kind: 'exits',
        code: Number(code),
        afterMs: after === undefined ? 0 : durationMs(after),
      };
    } else return 'unknown';
    return 'known';
  },
};

/** Undefined: not our program, or a statement whose effect cannot be told from here. */
export function guestProgram(argv: readonly string[]): GuestProgram | undefined {
  if (argv[0] !== '/box' || argv.length < 2) return undefined;
  const draft: Draft = { stdout: '', stderr: '', lastsMs: 0, exitCode: 0, reactions: {} };
  for (const statement of argv.slice(1)) {
    const [name = '', ...words] = statement.split(' ');
    const step = statements[name]?.(draft, words, statement.slice(name.length + 1)) ?? 'unknown';
    if (step === 'unknown') return undefined;
    if (step === 'ended') break;
  }
  return draft;
}

/** How it takes a signal, also when the rest of what it does cannot be told; without a word about it, it ends at once. */
export function reactionTo(signal: string, argv: readonly string[]): Reaction | undefined {
  const words = argv.slice(1).filter((statement) => /^on /.test(statement));
  const program = guestProgram([...argv.slice(0, 1), ...words, 'wait']);
  const atOnce = { kind: 'exits', code: 128 + (signalNumbers[signal] ?? 15), afterMs: 0 } as const;
  return program && (program.reactions[signal] ?? atOnce);
}

function durationMs(text: string): number {
  const [, number = '0', unit] = /^(\d+)(ms|s|m)$/.exec(text) ?? [];
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit === 'ms' || unit === 'm' ? unit : 's'];
}
