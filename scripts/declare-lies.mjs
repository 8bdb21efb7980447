// SPDX-License-Identifier: Apache-2.0
// Declares in specs/support/lies/bulk/found-by.ts what the specs of the bulk lies found when they ran last: run
// `.ci/lies`, then this, and read the difference.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = join(root, 'specs/support/lies/bulk/found-by.ts');
const found = join(root, 'reports/out/bulk-lies');

const before = readFileSync(target, 'utf8');
const head = before.slice(0, before.indexOf('= {') + 3);
const known = Object.fromEntries(
  [...before.slice(head.length).matchAll(/^ {2}'?([\w.-]+)'?: \[([^\]]*)\]/gm)].map(([, id, list]) => [
    id,
    [...list.matchAll(/'([^']+)'/g)].map(([, contract]) => contract),
  ]),
);
for (const name of readdirSync(found)) {
  const id = name.replace(/\.json$/, '');
  const { violated } = JSON.parse(readFileSync(join(found, name), 'utf8'));
  if (violated.length === 0) delete known[id];
  else known[id] = violated;
}

const lines = Object.entries(known)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([id, contracts]) => `  '${id}': [${contracts.map((contract) => `'${contract}'`).join(', ')}],`);
const text = `${head}\n${lines.join('\n')}\n};\n`;
writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
