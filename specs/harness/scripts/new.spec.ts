// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(root, 'scripts/new.mjs');
const copied = ['src/contracts', 'src/scenarios', 'specs/unit/contracts/examples'];

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'criprobe-new-'));
  for (const folder of copied) cpSync(join(root, folder), join(checkout, folder), { recursive: true });
});
afterEach(() => {
  rmSync(checkout, { recursive: true });
});

const text = (path: string): string => readFileSync(join(checkout, path), 'utf8');
const create = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [script, ...words], { cwd: checkout, encoding: 'utf8' });

it('a contract: its rule and its examples are there to be filled in, and the lists know it', () => {
  const said = create('contract', 'container.stop.some-rule');
  const rule = 'src/contracts/container/stop/some-rule.ts';
  const examples = 'specs/unit/contracts/examples/objects.ts';
  expect(said).toContain(rule);
  expect(said).toContain(examples);
  expect(text(rule)).toContain('export const containerStopSomeRule: Contract = {');
  expect(text(rule)).toContain("title: 'TODO");
  expect(text(examples)).toMatch(
    /'container\.stop\.silent-after': [^]*'container\.stop\.some-rule': \{\n +\/\/ TODO/,
  );
  expect(text('src/contracts/all.generated.ts')).toContain(
    "import { containerStopSomeRule } from './container/stop/some-rule.js';",
  );
  expect(text('src/contracts/contract-id.generated.ts')).toContain("  | 'container.stop.some-rule'\n");
});

it('a scenario: its story is there to be filled in, and the list knows it', () => {
  expect(create('scenario', 'pod.some-story')).toContain('src/scenarios/pod/some-story.ts');
  expect(text('src/scenarios/pod/some-story.ts')).toContain("title: 'TODO");
  expect(text('src/scenarios/all.generated.ts')).toContain('  podSomeStory,\n');
});

it.each([
  [['contract', 'container.stop'], 'an id is subject.action.rule: container.stop is not'],
  [['scenario', 'Pod.Name'], 'an id is subject.name: Pod.Name is not'],
  [['contract', 'judging.some.rule'], 'judging is a folder of helpers'],
  [['contract', 'container.stop.succeeds'], 'container.stop.succeeds is there already'],
  [['step', 'x'], 'usage'],
])('refuses %j', (words, why) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(stderr).toContain(why);
  expect(status).toBe(2);
});
