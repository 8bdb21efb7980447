// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

export type OwnCode = 'E-USAGE' | 'E-CONFIG' | 'E-NOTHING' | 'E-TIME-UP' | 'E-SUITE';

/** Failures that do not concern the runtime. */
export const ownEntries: Readonly<Record<OwnCode, ErrorEntry>> = {
  'E-USAGE': {
    title: 'The command line is wrong',
    exit: exitCode.usage,
    seen: 'an unknown command, flag or id, or an invalid value',
    likely: 'a typo',
    fix: 'criprobe <command> --help',
  },
  'E-CONFIG': {
    title: 'A config file is wrong',
    exit: exitCode.usage,
    seen: 'file:line:column, the key, and the line itself',
    likely: 'a typo, or a key of another version',
    fix: 'correct the shown line; docs/cli.md lists the keys',
  },
  'E-NOTHING': {
    title: 'Nothing ran',
    exit: exitCode.nothingRan,
    seen: 'the globs, --only and --skip select no contract and no scenario',
    likely: 'a glob that matches nothing',
    fix: 'criprobe list; --pass-with-no-tests makes it exit 0',
  },
  'E-TIME-UP': {
    title: 'The run timed out before there was anything to judge',
    exit: exitCode.globalTimeout,
    seen: 'what was in progress: often just "interrupted"',
    likely: 'a runtime that is slow to answer or to start, or a limit that is too short',
    fix: 'allow more time: --global-timeout 10m; criprobe doctor tells whether the runtime answers at all',
  },
  'E-SUITE': {
    title: 'A bug in criprobe',
    exit: exitCode.internal,
    seen: 'an unexpected error, with its stack',
    likely: 'a fault of criprobe, not of the runtime',
    fix: 'report it with the whole text and the directory of the run',
  },
};
