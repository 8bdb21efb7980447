// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notOurs = new Set(['node_modules', 'dist', 'reports', 'fixtures', 'criprobe-results']);

// Put together, or this file would find itself.
const directive = ['eslint', 'disable'].join('-');
const suppression = new RegExp(`(?://|/\\*)\\s*${directive}(?:-next-line|-line)?\\b.*`, 'g');

/** Suppressions that do not say why after two dashes, with the line they are on. */
function unexplained(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(suppression)]
        .filter(([found]) => !/\s--\s+\S.{8,}/.test(found.replace(/\*\/.*$/, '')))
        .map(([found]) => `${index + 1}: ${found}`),
    );
}

function sources(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.') && !notOurs.has(name))
    .map((name) => join(directory, name))
    .flatMap((path) =>
      statSync(path).isDirectory() ? sources(path) : /\.[cm]?[jt]s$/.test(path) ? [path] : [],
    );
}

describe('a suppressed lint rule', () => {
  it('says why, wherever there is one', () => {
    const files = sources(root);
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((path) =>
      unexplained(readFileSync(path, 'utf8')).map((where) => `${path.slice(root.length)}:${where}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [`// ${directive}-next-line no-console`, 1],
    [`/* ${directive} */`, 1],
    [`call(); // ${directive}-line no-console --`, 1],
    [`call(); // ${directive}-line no-console -- x`, 1],
    [`/* ${directive} no-console */ // -- the reason stands in the wrong comment`, 1],
    [`// ${directive}-next-line no-console -- nobody else can say it here`, 0],
    [`/* ${directive} no-console -- a tool for the terminal, it prints */`, 0],
    [`const text = '${directive}';`, 0],
  ])('is told from one that does not: %s', (line, count) => {
    expect(unexplained(`first line\n${line}\n`)).toHaveLength(count);
  });
});
