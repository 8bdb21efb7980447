// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from './command-spec.js';

/** What follows the flags in a command's help: examples and exit codes. */
export function afterHelp({ examples, exits }: CommandSpec): string {
  const codes = Object.entries({
    2: 'the command line, a config file or a policy is wrong',
    4: 'a bug in criprobe',
    7: 'the environment failed: a full disk, too few open files',
    ...exits,
  });
  const rows = codes.map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}\n\nExit codes:\n${rows.join('\n')}\n`;
}

export const afterProgramHelp = `
Examples:
  criprobe run --managed reference
  sudo criprobe doctor
  sudo criprobe run -r /run/containerd/containerd.sock

Exit codes:
    0  the verdict is positive
    1  the verdict is negative
    2  the command line, a config file or a policy is wrong
    3  the runtime cannot be tested
    4  a bug in criprobe
    5  nothing ran, or a must contract found no occasion
    6  only warnings, under doctor --strict
    7  the environment failed: a full disk, too few open files, evidence that was left out
  124  --global-timeout passed
  130  interrupted, after cleaning up (143: by SIGTERM, 129: by SIGHUP)

criprobe <command> --help shows flags; docs/cli.md and docs/errors.md say more.
`;
