// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';

export const usage = `usage: npm run matrix -- [options] [contracts, scenario:ID…]

  --only <names>        with commas; --list shows them. Without it: all of them
  --repeat <n>          runs of each runtime, which have to be alike (default: 1)
  --again               one more run of a runtime that is not as reports/known says; the second one counts
  --jobs <n>            runtimes at the same time (default: 1)
  --output <dir>        where results go (default: reports/<version of the suite>)
  --work <dir>          recordings and reports of each run (default: reports/out/matrix)
  --node-results <dir>  what .ci/emulated-node left, to be put beside
  --census              look for what the runs leave behind; the machine has to be still otherwise
  --list                what it would run on

Exit code: 0 everything as reports/known says, 1 something is not, 2 it could not begin.`;

export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      repeat: { type: 'string', default: '1' },
      again: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '1' },
      output: { type: 'string' },
      work: { type: 'string', default: join(root, 'reports', 'out', 'matrix') },
      'node-results': { type: 'string' },
      census: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    repeat: counted('repeat', values.repeat),
    again: values.again,
    jobs: counted('jobs', values.jobs),
    only: values.only?.split(','),
    output: resolve(values.output ?? join(root, 'reports', version)),
    /** Recordings and all reports of each run; not published. */
    work: resolve(values.work),
    nodeResults: values['node-results'],
    census: values.census,
    selection: positionals,
    list: values.list,
    help: values.help,
  };
}

function counted(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} ${text} is not a number from 1 on`);
  return number;
}
