// SPDX-License-Identifier: Apache-2.0
import { isHarmless } from '#base/signal-numbers.js';
import { statementsIn } from './box.js';
import { numberedLine } from './numbered-line.js';
import type { ParsedStatement, Reaction, Statement, Verb } from './statement.js';

/**
 * What the test program will do, as far as its statements alone tell: this distinguishes a true exit code or
 * log from an invented one.
 */
export interface Prediction {
  /** What it writes before it exits or waits. */
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code if no signal arrives; undefined if it does not exit by itself. */
  readonly exitCode: number | undefined;
  /** Minimum time until it exits by itself, in milliseconds. */
  readonly lastsMs: number;
  /** Its reactions to signals, by number, once it is up. */
  readonly reactions: ReadonlyMap<number, PredictedReaction>;
}

/** A reaction that writes no output. */
export type PredictedReaction = Exclude<Reaction, { readonly kind: 'runs' }>;

interface Draft {
  stdout: string;
  stderr: string;
  lastsMs: number;
  exitCode: number | undefined;
  readonly reactions: Map<number, PredictedReaction>;
}

/** `known`: go on. `ended`: nothing after it runs. `unknown`: the rest cannot be predicted. */
type Outcome = 'known' | 'ended' | 'unknown';
type Predict<V extends Verb> = (draft: Draft, statement: Statement<V>) => Outcome;

/** In characters. No scenario of ours prints more. */
const maxOutput = 8 << 20;

const say =
  (stream: 'stdout' | 'stderr', end: string): Predict<'print' | 'eprint' | 'write' | 'ewrite'> =>
  (draft, { text }) => {
    draft[stream] += text + end;
    return 'known';
  };

const count =
  (stream: 'stdout' | 'stderr'): Predict<'lines' | 'elines'> =>
  (draft, { count: last, text }) => {
    if (last * (text.length + 8) >= maxOutput) return 'unknown';
    for (let n = 1; n <= last; n++) draft[stream] += `${numberedLine(text, n)}\n`;
    return 'known';
  };

const untold = (): Outcome => 'unknown';

const predictions: { readonly [V in Verb]: Predict<V> } = {
  print: say('stdout', '\n'),
  eprint: say('stderr', '\n'),
  write: say('stdout', ''),
  ewrite: say('stderr', ''),
  lines: count('stdout'),
  elines: count('stderr'),
  bytes: (draft, { count: length }) => {
    if (length >= maxOutput) return 'unknown';
    draft.stdout += 'x'.repeat(length);
    return 'known';
  },
  sleep: (draft, { ms }) => {
    draft.lastsMs += ms;
    return 'known';
  },
  exit: (draft, { code }) => endWith(draft, code),
  raise: (draft, { signal }) => (isHarmless(signal) ? 'unknown' : endWith(draft, 128 + signal)),
  wait: (draft) => {
    draft.lastsMs = Number.POSITIVE_INFINITY;
    return endWith(draft, undefined);
  },
  on: (draft, { signal, reaction }) => {
    if (reaction.kind === 'runs') return 'unknown';
    draft.reactions.set(signal, reaction);
    return 'known';
  },
  // Their output, or whether they end, depends on time, input, files, the node or others.
  tick: untold,
  echo: untold,
  put: untold,
  append: untold,
  cat: untold,
  stat: untold,
  await: untold,
  remove: untold,
  mkdir: untold,
  'if-file': untold,
  times: untold,
  show: untold,
  memory: untold,
  cpu: untold,
  fork: untold,
  background: untold,
  listen: untold,
  connect: untold,
};

function endWith(draft: Draft, code: number | undefined): Outcome {
  draft.exitCode = code;
  return 'ended';
}

/** Undefined: another program, or a statement whose effect cannot be predicted. */
export function predict(argv: readonly string[]): Prediction | undefined {
  const statements = statementsIn(argv);
  return statements === undefined || statements.length === 0 ? undefined : predictStatements(statements);
}

function predictStatements(statements: readonly ParsedStatement[]): Prediction | undefined {
  const draft: Draft = { stdout: '', stderr: '', lastsMs: 0, exitCode: 0, reactions: new Map() };
  for (const statement of statements) {
    // Other images may have a program at this path, too: a statement we do not understand may be meant for
    // theirs.
    const outcome = statement.do === 'not-understood' ? 'unknown' : predictOne(draft, statement);
    if (outcome === 'unknown') return undefined;
    if (outcome === 'ended') break;
  }
  return draft;
}

function predictOne<V extends Verb>(draft: Draft, statement: Statement<V>): Outcome {
  const one: Predict<V> = predictions[statement.do];
  return one(draft, statement);
}

/** How it reacts to a signal, even if the rest cannot be predicted; by default, it exits at once. */
export function reactionTo(signal: number, argv: readonly string[]): PredictedReaction | undefined {
  const statements = statementsIn(argv);
  if (statements === undefined) return undefined;
  const said = statements.findLast((statement) => statement.do === 'on' && statement.signal === signal);
  if (said?.do !== 'on')
    return isHarmless(signal) ? undefined : { kind: 'exits', code: 128 + signal, afterMs: 0 };
  return said.reaction.kind === 'runs' ? undefined : said.reaction;
}

/** The last statement that runs: the program stays in it or exits with it, if it gets that far. */
export function finalStatement(
  statements: readonly ParsedStatement[],
): Statement<'wait' | 'tick' | 'exit' | 'raise'> | undefined {
  for (const statement of statements) {
    if (statement.do === 'wait' || statement.do === 'tick') return statement;
    if (statement.do === 'exit' || statement.do === 'raise') return statement;
  }
  return undefined;
}

/** The lines it prints to stdout, one by one. */
export function printedLines(statements: readonly ParsedStatement[]): readonly string[] {
  return statements.flatMap((statement) => (statement.do === 'print' ? [statement.text] : []));
}
