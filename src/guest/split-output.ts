// SPDX-License-Identifier: Apache-2.0
import { boxPath, statementsIn } from './box.js';
import type { OutputPart } from './output-pattern.js';
import { predict } from './predict.js';
import type { Statement } from './statement.js';

/** What one statement of a program wrote. */
export interface StatementOutput {
  readonly statement: Statement;
  readonly output: string;
}

/**
 * Tells apart what the statements of a program wrote to stdout. A statement whose output may be anything
 * needs another behind it that prints a known text; the last one does, unless the output `isComplete`. Stops
 * where the text is not what the program writes, or cannot be told apart.
 */
export function splitOutput(
  argv: readonly string[],
  text: string,
  { isComplete }: { readonly isComplete: boolean },
): readonly StatementOutput[] {
  const parts = argv.slice(1).map((word) => partsOf(word));
  const found: StatementOutput[] = [];
  let at = 0;
  for (const [index, statement] of (statementsIn(argv) ?? []).entries()) {
    const own = parts[index];
    if (own === undefined || statement.do === 'not-understood') break;
    const end = endOf(own, { text, at, isComplete, next: nextText(parts.slice(index + 1)) });
    if (end === undefined) break;
    const asked = statement.do === 'if-file' ? statement.then : statement;
    if (own.length > 0 && asked.do !== 'not-understood')
      found.push({ statement: asked, output: text.slice(at, end) });
    at = end;
  }
  return found;
}

/** Undefined: it cannot be told apart from the rest. */
function partsOf(word: string): readonly OutputPart[] | undefined {
  // Those of the whole program, which may not have got them.
  if (word === 'show args') return [{ kind: 'open' }];
  const stdout = predict([boxPath, word])?.stdout;
  if (stdout === undefined || stdout.asides.size > 0) return undefined;
  const parts = stdout.parts.filter(({ kind }) => kind !== 'end');
  if (parts.some(({ kind }) => kind === 'ticks')) return undefined;
  return parts.some(({ kind }) => kind === 'perhaps') ? [{ kind: 'open' }] : parts;
}

interface Place {
  readonly text: string;
  readonly at: number;
  readonly isComplete: boolean;
  /** The text that must follow at once; undefined: nothing follows; null: it is not known. */
  readonly next: string | undefined | null;
}

function nextText(rest: readonly (readonly OutputPart[] | undefined)[]): Place['next'] {
  const next = rest.find((parts) => parts === undefined || parts.length > 0);
  if (next === undefined) return rest.includes(undefined) ? null : undefined;
  const [first] = next;
  return first?.kind === 'text' ? first.text : null;
}

function endOf(parts: readonly OutputPart[], place: Place): number | undefined {
  let { at } = place;
  for (const part of parts) {
    const end = endOfPart(part, { ...place, at });
    if (end === undefined) return undefined;
    at = end;
  }
  return at;
}

function endOfPart(part: OutputPart, { text, at, isComplete, next }: Place): number | undefined {
  if (part.kind === 'text') return text.startsWith(part.text, at) ? at + part.text.length : undefined;
  if (part.kind === 'line') {
    const end = text.indexOf('\n', at);
    return end >= 0 && part.shape.test(text.slice(at, end)) ? end + 1 : undefined;
  }
  if (next === undefined) return isComplete ? text.length : undefined;
  return next === null ? undefined : startOf(next, text, at);
}

/** Where the known text begins: on a line of its own, if it does so anywhere. */
function startOf(known: string, text: string, from: number): number | undefined {
  if (text.startsWith(known, from)) return from;
  const line = text.indexOf(`\n${known}`, from);
  const found = line >= 0 ? line + 1 : text.indexOf(known, from);
  return found < 0 ? undefined : found;
}
