// SPDX-License-Identifier: Apache-2.0
import type { Program, VirtualProcess } from '../virtual-process.js';

type Unary = (process: VirtualProcess, operand: string) => boolean;
type Binary = (left: string, right: string) => boolean;

const stat = (process: VirtualProcess, path: string): ReturnType<VirtualProcess['files']['stat']> =>
  process.files.stat(process.path(path));

const unary: Readonly<Record<string, Unary>> = {
  '-e': (process, path) => stat(process, path) !== undefined,
  '-f': (process, path) => stat(process, path)?.kind === 'file',
  '-d': (process, path) => stat(process, path)?.kind === 'dir',
  '-r': (process, path) => stat(process, path) !== undefined,
  '-x': (process, path) => ((stat(process, path)?.mode ?? 0) & 0o111) !== 0,
  '-s': (process, path) => (stat(process, path)?.size ?? 0) > 0,
  '-n': (_process, text) => text !== '',
  '-z': (_process, text) => text === '',
};

const binary: Readonly<Record<string, Binary>> = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '-eq': (left, right) => Number(left) === Number(right),
  '-ne': (left, right) => Number(left) !== Number(right),
  '-lt': (left, right) => Number(left) < Number(right),
  '-le': (left, right) => Number(left) <= Number(right),
  '-gt': (left, right) => Number(left) > Number(right),
  '-ge': (left, right) => Number(left) >= Number(right),
};

/** `test` and `[`: 0 true, 1 false, 2 invalid. */
export const testExpression: Program = (process) => {
  const words = process.argv.slice(1);
  if (words.at(-1) === ']') words.pop();
  const holds = evaluate(process, words);
  return holds === undefined ? 2 : holds ? 0 : 1;
};

function evaluate(process: VirtualProcess, words: readonly string[]): boolean | undefined {
  if (words[0] === '!') {
    const inner = evaluate(process, words.slice(1));
    return inner === undefined ? undefined : !inner;
  }
  if (words.length > 3) return undefined;
  return words.length < 2 ? words.join('') !== '' : compare(process, words);
}

function compare(process: VirtualProcess, words: readonly string[]): boolean | undefined {
  const [first = '', second = '', third] = words;
  return third === undefined ? unary[first]?.(process, second) : binary[second]?.(first, third);
}
