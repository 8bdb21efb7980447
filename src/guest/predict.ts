// SPDX-License-Identifier: Apache-2.0
import { isHarmless, SIGKILL } from '#base/signal-numbers.js';
import { statementsIn } from './box.js';
import {
  count,
  emptyDraft,
  end,
  endWith,
  lasts,
  mayFail,
  maxOutput,
  open,
  say,
  type ProgramDraft,
  type Continuation,
  type Predict,
  type PredictedReaction,
} from './draft.js';
import { OutputPattern } from './output-pattern.js';
import type { ParsedStatement, Statement, Verb } from './statement.js';
import { deviceLine, shownParts, startsWithPath } from './shown-parts.js';

/**
 * What the test program will do, as far as its statements alone tell: this distinguishes a true exit code or
 * log from an invented one. What they do not tell is left open, and only that.
 */
export interface Prediction {
  /** What it writes before it exits or waits. */
  readonly stdout: OutputPattern;
  readonly stderr: OutputPattern;
  /** Exit codes it may have if no signal arrives; none: it does not exit by itself. */
  readonly exitCodes: ReadonlySet<number>;
  /** The only one; undefined: there are several, or it may not exit by itself. */
  readonly exitCode: number | undefined;
  /** It exits, sooner or later, even if nobody ends it. */
  readonly endsByItself: boolean;
  /** Minimum time until it exits by itself, in milliseconds. */
  readonly lastsMs: number;
  /** By then it has exited by itself; infinite: it may go on. */
  readonly mostMs: number;
  /** Its reactions to signals, by number, once it is up. */
  readonly reactions: ReadonlyMap<number, PredictedReaction>;
}

export type { PredictedReaction } from './draft.js';

export interface Circumstances {
  /** Somebody may write to its standard input. */
  readonly hasInput?: boolean;
  /** A line that it has printed already: what came before did not end it. */
  readonly seen?: string;
}

const predictions: { readonly [V in Verb]: Predict<V> } = {
  print: say('stdout', '\n'),
  eprint: say('stderr', '\n'),
  write: say('stdout', ''),
  ewrite: say('stderr', ''),
  lines: count('stdout'),
  elines: count('stderr'),
  bytes: (draft, { count: length }) => {
    if (length >= maxOutput) return 'unknown';
    draft.stdout.push({ kind: 'text', text: 'x'.repeat(length) });
    return 'known';
  },
  tick: (draft, { text }) => {
    draft.stdout.push({ kind: 'ticks', text });
    return stay(draft);
  },
  echo: (draft) => {
    if (!draft.hasInput) return 'known';
    draft.stdout.push(open);
    draft.mayStay = true;
    return 'known';
  },
  sleep: lasts,
  cpu: lasts,
  exit: (draft, { code }) => endWith(draft, code),
  // STOP would halt it.
  raise: (draft, { signal }) => {
    draft.mayStay ||= isHarmless(signal);
    return endWith(draft, 128 + signal);
  },
  wait: (draft) => stay(draft),
  on: (draft, { signal, reaction }) => {
    if (reaction.kind !== 'runs') draft.reactions.set(signal, reaction);
    else {
      draft.reactions.delete(signal);
      if (reaction.statement.do === 'print') draft.asides.add(reaction.statement.text);
    }
    return 'known';
  },
  put: mayFail,
  append: mayFail,
  mkdir: mayFail,
  remove: mayFail,
  // Beyond its limit the kernel kills it.
  memory: (draft) => {
    draft.ends.push({ code: 128 + SIGKILL, afterMs: draft.lastsMs });
    return mayFail(draft);
  },
  fork: mayFail,
  listen: mayFail,
  cat: (draft) => {
    mayFail(draft);
    draft.stdout.push(open);
    return 'known';
  },
  stat: (draft, { path }) => {
    draft.stdout.push({ kind: 'line', shape: startsWithPath(path) });
    return 'known';
  },
  device: (draft, { path }) => {
    draft.stdout.push({ kind: 'line', shape: deviceLine(path) });
    return 'known';
  },
  connect: (draft) => {
    draft.stdout.push({ kind: 'line', shape: /^/ });
    return 'known';
  },
  await: (draft) => {
    draft.mayStay = true;
    return 'known';
  },
  'if-file': (draft, { then }) => perhaps(draft, then),
  times: (draft, { then }) => {
    mayFail(draft);
    return perhaps(draft, then);
  },
  show: (draft, { view }) => {
    if (view === 'resolv' || view === 'hosts') mayFail(draft);
    draft.stdout.push(...shownParts(view));
    return 'known';
  },
  background: (draft, { text }) => {
    draft.asides.add(text);
    return mayFail(draft);
  },
};

function stay(draft: ProgramDraft): Continuation {
  draft.mayStay = true;
  return 'ended';
}

/** A statement that may or may not run; if it does, it may end the program. */
function perhaps(draft: ProgramDraft, then: ParsedStatement): Continuation {
  const branch: ProgramDraft = { ...draft, stdout: [], stderr: [] };
  const outcome = predictOne(branch, then);
  if (outcome === 'unknown') return 'unknown';
  draft.mayStay = branch.mayStay;
  draft.mostMs = branch.mostMs;
  const last = outcome === 'ended' ? [end] : [];
  draft.stdout.push({ kind: 'perhaps', parts: [...branch.stdout, ...last] });
  draft.stderr.push({ kind: 'perhaps', parts: [...branch.stderr, ...last] });
  return 'known';
}

/** Undefined: another program, or a statement whose effect cannot be predicted. */
export function predict(argv: readonly string[], how: Circumstances = {}): Prediction | undefined {
  const statements = statementsIn(argv);
  if (statements === undefined || statements.length === 0) return undefined;
  return predictStatements({ argv, statements }, how);
}

interface Program {
  readonly argv: readonly string[];
  readonly statements: readonly ParsedStatement[];
}

function predictStatements(
  { argv, statements }: Program,
  { hasInput = false, seen }: Circumstances,
): Prediction | undefined {
  const draft = emptyDraft(hasInput);
  const upTo = statements.findLastIndex((said) => said.do === 'print' && said.text === seen);
  for (const [at, statement] of statements.entries()) {
    const outcome = next({ draft, argv }, statement);
    if (outcome === 'unknown') return undefined;
    if (outcome === 'ended') return concluded(draft);
    if (at === upTo) forget(draft);
  }
  endWith(draft, 0);
  return concluded(draft);
}

function next(
  { draft, argv }: { readonly draft: ProgramDraft; readonly argv: readonly string[] },
  said: ParsedStatement,
): Continuation {
  if (said.do !== 'show' || said.view !== 'args') return predictOne(draft, said);
  draft.stdout.push({ kind: 'text', text: argv.map((word) => `${word}\n`).join('') });
  return 'known';
}

/** It is past all that. */
function forget(draft: ProgramDraft): void {
  draft.ends.length = 0;
  draft.mayStay = false;
}

function concluded({ stdout, stderr, asides, ends, mayStay, mostMs, reactions }: ProgramDraft): Prediction {
  const exitCodes = new Set(ends.map(({ code }) => code));
  const [only] = exitCodes;
  const endsByItself = exitCodes.size > 0 && !mayStay;
  return {
    stdout: new OutputPattern(stdout, asides),
    stderr: new OutputPattern(stderr),
    exitCodes,
    exitCode: exitCodes.size === 1 && !mayStay ? only : undefined,
    endsByItself,
    lastsMs: Math.min(Number.POSITIVE_INFINITY, ...ends.map(({ afterMs }) => afterMs)),
    mostMs: endsByItself ? mostMs : Number.POSITIVE_INFINITY,
    reactions,
  };
}

function predictOne(draft: ProgramDraft, statement: ParsedStatement): Continuation {
  // Other images may have a program at this path, too: a statement we do not understand may be meant for
  // theirs.
  return statement.do === 'not-understood' ? 'unknown' : predictKnown(draft, statement);
}

function predictKnown<V extends Verb>(draft: ProgramDraft, statement: Statement<V>): Continuation {
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
  if (said.reaction.kind !== 'runs') return said.reaction;
  // It prints, and goes on; a file may not be writable.
  return said.reaction.statement.do === 'print' ? { kind: 'ignores' } : undefined;
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
