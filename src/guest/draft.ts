// SPDX-License-Identifier: Apache-2.0
import { numberedLine } from './numbered-line.js';
import type { OutputPart } from './output-pattern.js';
import { guestExitCodes, type Reaction, type Statement, type Verb } from './statement.js';

/** A reaction that writes no output. */
export type PredictedReaction = Exclude<Reaction, { readonly kind: 'runs' }>;

/** What is known of a program, statement after statement. */
export interface ProgramDraft {
  readonly stdout: OutputPart[];
  readonly stderr: OutputPart[];
  readonly asides: Set<string>;
  lastsMs: number;
  /** The same if everything runs that may run. */
  mostMs: number;
  /** It may end so, after this long. */
  readonly ends: { readonly code: number; readonly afterMs: number }[];
  /** It may go on until somebody ends it. */
  mayStay: boolean;
  readonly hasInput: boolean;
  readonly reactions: Map<number, PredictedReaction>;
}

export const emptyDraft = (hasInput: boolean): ProgramDraft => ({
  stdout: [],
  stderr: [],
  asides: new Set(),
  lastsMs: 0,
  mostMs: 0,
  ends: [],
  mayStay: false,
  hasInput,
  reactions: new Map(),
});

/** `known`: go on. `ended`: nothing after it runs. `unknown`: the rest cannot be predicted. */
export type Continuation = 'known' | 'ended' | 'unknown';
export type Predict<V extends Verb> = (draft: ProgramDraft, statement: Statement<V>) => Continuation;

/** In characters. No scenario of ours prints more. */
export const maxOutput: number = 8 << 20;

export const open: OutputPart = { kind: 'open' };
export const end: OutputPart = { kind: 'end' };

export const say =
  (stream: 'stdout' | 'stderr', after: string): Predict<'print' | 'eprint' | 'write' | 'ewrite'> =>
  (draft, { text }) => {
    draft[stream].push({ kind: 'text', text: text + after });
    return 'known';
  };

export const count =
  (stream: 'stdout' | 'stderr'): Predict<'lines' | 'elines'> =>
  (draft, { count: last, text }) => {
    if (last * (text.length + 8) >= maxOutput) return 'unknown';
    let lines = '';
    for (let n = 1; n <= last; n++) lines += `${numberedLine(text, n)}\n`;
    draft[stream].push({ kind: 'text', text: lines });
    return 'known';
  };

/** A statement that needs a file, a port or memory, without which the program ends. */
export function mayFail(draft: ProgramDraft): Continuation {
  draft.ends.push({ code: guestExitCodes.notOpened, afterMs: draft.lastsMs });
  draft.stdout.push(end);
  draft.stderr.push({ kind: 'perhaps', parts: [{ kind: 'line', shape: /^box: / }, end] });
  return 'known';
}

export const lasts: Predict<'sleep' | 'cpu'> = (draft, { ms }) => {
  draft.lastsMs += ms;
  draft.mostMs += ms;
  return 'known';
};

export function endWith(draft: ProgramDraft, code: number): Continuation {
  draft.ends.push({ code, afterMs: draft.lastsMs });
  return 'ended';
}
