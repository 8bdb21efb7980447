// SPDX-License-Identifier: Apache-2.0
import type { ShellState } from './shell-state.js';
import { ShellSyntaxError, type Word, type WordPart } from './shell-words.js';

/** Expands words and splits them at blanks. */
export async function expandWords(state: ShellState, words: readonly Word[]): Promise<string[]> {
  const all: string[] = [];
  for (const word of words) for (const field of await expandWord(state, word)) all.push(field);
  return all;
}

/** Expands without splitting, as in assignments and redirections. */
export async function expandOne(state: ShellState, word: Word): Promise<string> {
  let text = '';
  for (const part of word) text += (await valueOf(state, part)).join(' ');
  return text;
}

async function expandWord(state: ShellState, word: Word): Promise<string[]> {
  const fields: string[] = [];
  let open: string | undefined;
  for (const part of word) {
    const values = await valueOf(state, part);
    const pieces = isSplit(part) ? values.flatMap((value) => value.split(/[ \t\n]+/)) : values;
    pieces.forEach((piece, index) => {
      if (index > 0) {
        if (open !== undefined) fields.push(open);
        open = undefined;
      }
      if (piece !== '' || !isSplit(part)) open = (open ?? '') + piece;
    });
  }
  if (open !== undefined) fields.push(open);
  return fields;
}

const isSplit = (part: WordPart): boolean =>
  (part.kind === 'variable' || part.kind === 'command') && !part.quoted;

async function valueOf(state: ShellState, part: WordPart): Promise<readonly string[]> {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'variable':
      return variable(state, part.name, part.fallback);
    case 'arithmetic':
      return [String(arithmetic(state, part.text))];
    case 'command':
      return [await state.capture(part.script)];
  }
}

function variable(state: ShellState, name: string, fallback: string | undefined): readonly string[] {
  if (name === '@' || name === '*') return state.positional;
  const value = special(state, name) ?? state.variables.get(name);
  return [value === undefined || value === '' ? (fallback ?? '') : value];
}

function special(state: ShellState, name: string): string | undefined {
  if (name === '?') return String(state.lastCode);
  if (name === '#') return String(state.positional.length);
  if (name === '$') return String(state.process.pid);
  if (name === '0') return state.scriptName;
  return /^\d$/.test(name) ? (state.positional[Number(name) - 1] ?? '') : undefined;
}

/** Evaluates left to right with the usual precedence; integers only. */
function arithmetic(state: ShellState, text: string): number {
  const tokens = text.match(/\d+|[A-Za-z_]\w*|[-+*/%()]/g) ?? [];
  let at = 0;
  const primary = (): number => {
    const token = tokens[at++];
    if (token === undefined) throw new ShellSyntaxError('arithmetic syntax error');
    if (token === '-') return -primary();
    if (token === '(') {
      const inner = sum();
      at++;
      return inner;
    }
    return /^\d/.test(token) ? Number(token) : Number(state.variables.get(token) ?? 0);
  };
  const product = (): number => {
    let value = primary();
    for (let token = tokens[at]; token === '*' || token === '/' || token === '%'; token = tokens[at]) {
      at++;
      const right = primary();
      value = token === '*' ? value * right : token === '/' ? Math.trunc(value / right) : value % right;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let token = tokens[at]; token === '+' || token === '-'; token = tokens[at]) {
      at++;
      value = token === '+' ? value + product() : value - product();
    }
    return value;
  };
  return sum();
}
