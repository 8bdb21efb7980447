// SPDX-License-Identifier: Apache-2.0
import type { CommandResult, Io } from '#app/shared/use-case.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import type { FlagValues } from '../flag.js';
import { runOptions } from '../run-from-flags.js';
import {
  copyFlags,
  fileFlags,
  jsonFlag,
  kubeletFlags,
  runFlags,
  selectionFlags,
  shownFlags,
  daemonFlags,
  targetFlags,
  verdictFlags,
  liveFlags,
} from '../shared-flags.js';

const flags = [
  ...targetFlags,
  ...daemonFlags,
  ...selectionFlags,
  { flags: '--list', help: 'print the contracts that would be judged', group: 'Selection:' },
  { flags: '--dry-run', help: 'print target and scenarios, run nothing', group: 'Selection:' },
  ...runFlags,
  ...kubeletFlags,
  ...verdictFlags,
  ...fileFlags,
  ...copyFlags,
  jsonFlag,
  ...shownFlags,
  ...liveFlags,
] as const;

export const runCommand: CommandSpec = defineCommand({
  name: 'run',
  summary: 'Run pods on one runtime, judge what it does, print the verdict.',
  arguments: [
    { name: '[id-glob...]', help: 'contracts such as sandbox.*, or scenario:pod.* (default: all)' },
  ],
  flags,
  examples: [
    'criprobe run --managed reference',
    'sudo criprobe run -r /run/containerd/containerd.sock',
    "sudo criprobe run 'sandbox.*' --skip 'sandbox.stop.*' --json",
  ],
  exits: {
    0: 'every contract that counts held',
    1: 'a contract that counts is violated',
    3: 'the runtime cannot be tested',
    5: 'nothing ran',
    7: 'evidence was left out, or results could not be written',
    124: '--global-timeout passed',
    130: 'interrupted',
  },
  run: start,
});

async function start(
  ids: readonly string[],
  values: FlagValues<typeof flags>,
  io: Io,
): Promise<CommandResult> {
  const options = await runOptions(ids, values, io);
  if (values.list === true) {
    const { list } = await import('#app/list.js');
    return list({ what: 'contracts', selection: options.selection });
  }
  if (values.dryRun === true) {
    const { dryRun } = await import('#app/run/dry-run.js');
    return dryRun(options, io);
  }
  const { run } = await import('#app/run/run.js');
  return run(options, io);
}
