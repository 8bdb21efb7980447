// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';

jest.setTimeout(120_000);

const here = fileURLToPath(new URL('../../../', import.meta.url));

/** Ways around the guard and around src/files, and the wall that stops each. */
const detours: readonly (readonly [file: string, code: string, wall: string])[] = [
  ['runner/plain-client', "import '#cri/client/grpc-client.js';", 'calls-go-through-the-guard'],
  ['cri/client/other-name', "export { connectCri } from './grpc-client.js';", 'calls-go-through-the-guard'],
  ['cri/client/by-hand', "import './connection.js';", 'the-plain-client-is-in-one-piece'],
  ['app/library', "import '#index.js';", 'nobody-imports-the-library'],
  ['runner/empties', "import '#guard/owned-runtime.js';", 'only-its-owner-empties-a-runtime'],
  ['runner/socket', "import 'node:http2';", 'sockets-only-where-listed'],
  ['runner/late', "export const late = import('node:net');", 'sockets-only-where-listed'],
  ['kubelet/sync/file', "import 'node:fs/promises';", 'files-only-through-src-files'],
  ['kubelet/sync/any-path', "import '#files/host-files.js';", 'files-anywhere-only-where-listed'],
  ['runner/remover', "import '#files/remove-tree.js';", 'files-anywhere-only-where-listed'],
  ['runner/program', "import 'node:child_process';", 'programs-only-where-listed'],
  ['runner/required', "import 'node:module';", 'modules-only-by-import'],
];
const targets = [
  'cri/client/grpc-client',
  'cri/client/connection',
  'guard/owned-runtime',
  'files/host-files',
  'files/remove-tree',
  'index',
];

/** Statements that no import shows. */
const hidden: readonly (readonly [code: string, rule: string])[] = [
  ["process.kill(1, 'SIGKILL');", 'no-restricted-properties'],
  ['const { kill } = process;', 'no-restricted-properties'],
  ["process.getBuiltinModule('node:fs');", 'no-restricted-properties'],
  ['const other = process;', 'no-restricted-syntax'],
  ['const holder = { other: process };', 'no-restricted-syntax'],
  ['String(process);', 'no-restricted-syntax'],
  ['globalThis.process.kill(1);', 'no-restricted-globals'],
  ["eval('1');", 'no-restricted-globals'],
];

let tree: string;
const written = (path: string, text: string): void => {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
};
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'criprobe-walls-'));
  for (const file of ['.dependency-cruiser.cjs', 'eslint.config.mjs', 'package.json', 'tsconfig.json'])
    copyFileSync(join(here, file), join(tree, file));
  symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'));
  for (const target of targets) written(`src/${target}.ts`, 'export const connectCri = 1;\n');
  for (const [file, code] of detours) written(`src/${file}.ts`, `${code}\n`);
  written('src/runner/hidden.ts', hidden.map(([code]) => `{ ${code} }\n`).join(''));
});
afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

/** What a tool of ours says as JSON. */
function told(tool: string, ...words: readonly string[]): unknown {
  const bin = join(here, 'node_modules/.bin', tool);
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { cwd: tree, encoding: 'utf8' });
  if (!/^\s*[[{]/.test(stdout)) throw new Error(stderr || stdout);
  return JSON.parse(stdout);
}

it('no import goes around the guard and src/files', () => {
  const { summary } = told('depcruise', '--output-type', 'json', 'src') as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const found = summary.violations.map(({ from, rule }) => `${from} ${rule.name}`);
  expect(found).toEqual(expect.arrayContaining(detours.map(([file, , wall]) => `src/${file}.ts ${wall}`)));
});

it('no statement signals a process or loads a module past the walls', () => {
  const [{ messages = [] } = {}] = told('eslint', '--format', 'json', 'src/runner/hidden.ts') as {
    messages?: { line: number; ruleId: string }[];
  }[];
  const found = messages.map(({ line, ruleId }) => `${line} ${ruleId}`);
  expect(found).toEqual(expect.arrayContaining(hidden.map(([, rule], at) => `${at + 1} ${rule}`)));
});
