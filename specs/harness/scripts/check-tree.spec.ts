// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('../../../scripts/check-tree.mjs', import.meta.url));
const long = '\n'.repeat(20);

// Put together, or this file would be found, too.
const directive = ['eslint', 'disable'].join('-');
const unexplained = [
  `// ${directive}-next-line no-console`,
  `/* ${directive} */`,
  `call(); // ${directive}-line no-console --`,
  `call(); // ${directive}-line no-console -- x`,
  `/* ${directive} no-console */ // -- the reason stands in the wrong comment`,
];
const explained = [
  `// ${directive}-next-line no-console -- nobody else can say it here`,
  `/* ${directive} no-console -- a tool for the terminal, it prints */`,
  `const text = '${directive}';`,
];

/** A tree with one mistake of each kind. */
const files: Readonly<Record<string, string>> = {
  'src/judge/small.ts': 'export const small = 1;\n',
  'src/judge/shared.ts': 'export const shared = 1;\n',
  ...Object.fromEntries(
    [1, 2, 3].map((nth) => [
      `src/judge/user-${nth}.ts`,
      `import { shared } from './shared.js';${long}export const user${nth} = shared;\n`,
    ]),
  ),
  'src/report/name.ts': `${long}export function twice() {}\n`,
  'src/judge/name.ts': `${long}export const twice = 1;\n`,
  'src/scenarios/pod/short.ts': '// TODO: all of it\n',
  ...Object.fromEntries(Array.from({ length: 25 }, (_, nth) => [`specs/many/${nth}.ts`, ''])),
  'specs/unit/judge/name.spec.ts': '',
  'specs/unit/judge/judge.spec.ts': '',
  'specs/unit/judge/elsewhere.spec.ts': '',
  'specs/unit/contracts/some.ts': '',
  'specs/harness/hidden.spec.ts': ['if (process', "env['UPDATE_ALL']) it('writes', () => {});\n"].join('.'),
  'specs/harness/lint.ts': [...unexplained, ...explained, ''].join('\n'),
  'scripts/a.mjs': "import { twice, thrice } from '#judge/name.js';\n",
  'docs/whats-here.md':
    '| `src/judge` | judges |\n| `src/scenarios` | happen | [more](gone.md) `src/judge/name.ts` |\n',
};

/** Without the variables of a git that started these specs: they name another repository. */
const env = { PATH: process.env['PATH'] };

function complaintsOf(folder: string): readonly string[] {
  const { stderr, status } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr.split('\n');
}

let tree: string;
let complaints: readonly string[];
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'criprobe-tree-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  complaints = complaintsOf(tree);
});
afterAll(() => {
  rmSync(tree, { recursive: true });
});

it.each([
  'src/judge/small.ts has fewer than 15 lines',
  'twice is exported by more than one module',
  'src/scenarios/pod/short.ts has a TODO',
  'specs/many has more than 24 files',
  'specs/unit/judge/elsewhere.spec.ts has no source file',
  'thrice of src/judge/name.ts (in scripts/a.mjs) is imported by a script and exported by nobody',
  'src/report is a module that docs/whats-here.md does not describe',
  'docs/gone.md (in docs/whats-here.md) is named in a document and does not exist',
  'specs/harness/hidden.spec.ts depends on an environment variable',
  ...unexplained.map(
    (line, at) =>
      `specs/harness/lint.ts:${at + 1}: ${line.slice(line.indexOf('/'))} is suppressed without saying why`,
  ),
])('complains: %s', (complaint) => {
  expect(complaints).toContainEqual(expect.stringContaining(complaint));
});

it('complains of nothing else, but for what is allowed in vain', () => {
  const further = complaints.filter((line) => line !== '' && !line.includes('need not be allowed'));
  expect(further).toHaveLength(9 + unexplained.length);
  expect(complaints.length).toBeGreaterThan(further.length + 1);
});

const hasGit = spawnSync('git', ['--version']).status === 0;
(hasGit ? it : it.skip)('complains of a committed link, and of no other', () => {
  for (const link of ['committed', 'ignored']) symlinkSync('/nowhere', join(tree, link));
  for (const words of [
    ['init', '--quiet'],
    ['add', 'committed', 'docs'],
  ])
    expect(spawnSync('git', words, { cwd: tree, env })).toHaveProperty('status', 0);
  const further = complaintsOf(tree).filter((line) => !complaints.includes(line));
  expect(further).toEqual([expect.stringMatching(/^committed is a committed symbolic link/)]);
});
