// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from './root.mjs';

/** Compares side by side, on the terminal and as Markdown next to the results. */
export function compareFiles(validated, output) {
  const targets = validated.flatMap(({ entry, file }) =>
    file === undefined ? [] : [`${entry.name}=${file}`],
  );
  if (targets.length < 2) return;
  const compare = (...flags) => [main, 'compare', ...targets, '--fail-on', 'none', ...flags];
  spawnSync(process.execPath, compare(), { stdio: 'inherit' });
  const { status, stdout } = spawnSync(process.execPath, compare('--markdown'), { encoding: 'utf8' });
  if (status === 0) writeFileSync(join(output, 'side-by-side.md'), stdout);
}
