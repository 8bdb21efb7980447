// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What .ci/emulated-node left: a directory with a result for each runtime that it ran the suite on. */
export function resultsOfNode(directory) {
  if (directory === undefined || !existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => ({ name, file: join(directory, name, 'result.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({
      entry: { name: `${name}-on-node`, variant: 'runc.emulated-node' },
      result: JSON.parse(readFileSync(file, 'utf8')),
    }));
}
