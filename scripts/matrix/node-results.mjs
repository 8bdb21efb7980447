// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The output of .ci/emulated-node: a directory with one result per runtime. */
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
