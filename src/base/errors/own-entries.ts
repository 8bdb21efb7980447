// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

export type OwnCode = 'E-USAGE' | 'E-CONFIG' | 'E-NOTHING' | 'E-TIME-UP' | 'E-SUITE';

/** Failures that do not concern the runtime. */
export const ownEntries: Readonly<Record<OwnCode, ErrorEntry>> = {
  'E-USAGE': {
    title: 'The command line is wrong',
    exit: exitCode.usage,
    seen: 'an unknown command, flag or id, or a value that does not fit',
    likely: 'a typing error',
    fix: 'criprobe <command> --help',
  },
  'E-CONFIG': {
    title: 'A file of settings is wrong',
    exit: exitCode.usage,
    seen: 'file:line:column, the key, and the line itself',
    likely: 'a typing error, or a key of another version',
    fix: 'correct the place that is shown; docs/cli.md has the keys',
  },
  'E-NOTHING': {
    title: 'Nothing ran',
    exit: exitCode.nothingRan,
    seen: 'no contract and no scenario is left after the globs, --only and --skip',
    likely: 'a glob that fits nothing',
    fix: 'criprobe list; --pass-with-no-tests makes it exit 0',
  },
  'E-TIME-UP': {
    title: 'The time for the run was up before there was anything to judge',
    exit: exitCode.globalTimeout,
    seen: 'what was under way: often just "interrupted"',
    likely: 'a runtime that is slow to answer or to start, or a limit that is too short',
    fix: 'give it longer: --global-timeout 10m; criprobe doctor says whether the runtime answers at all',
  },
  'E-SUITE': {
    title: 'A bug of criprobe',
    exit: exitCode.internal,
    seen: 'an error nobody foresaw, with its stack',
    likely: 'it is our fault, not that of the runtime',
    fix: 'report it with the whole text and the directory of the run',
  },
};
