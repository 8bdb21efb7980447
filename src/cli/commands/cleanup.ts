// SPDX-License-Identifier: Apache-2.0
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';
import { targetOptions } from '../target-from-flags.js';

export const cleanupCommand: CommandSpec = defineCommand({
  name: 'cleanup',
  summary: 'Remove what killed runs left behind, and nothing else.',
  arguments: [],
  flags: [
    {
      flags: '--run <id>',
      help: 'only this run (default: every run whose process is dead)',
      group: 'Command:',
    },
    {
      flags: '--all',
      help: 'also runs that are still in progress: removes their pods under them',
      group: 'Command:',
    },
    {
      flags: '--forget <id>',
      help: 'try this run once more, then drop its ledger: for a runtime that is gone for good',
      group: 'Command:',
    },
    {
      flags: '-r, --runtime-endpoint <uri>',
      help: 'also name the pods on this runtime that have our label but no ledger here',
      group: 'Target:',
    },
    jsonFlag,
  ],
  examples: [
    'sudo criprobe cleanup',
    'sudo criprobe cleanup --run 7f3a9c',
    'sudo criprobe cleanup --forget 7f3a9c',
    'sudo criprobe cleanup -r /run/crio/crio.sock',
  ],
  exits: {
    0: 'nothing of ours is left, or it was forgotten',
    1: 'something is still there',
    130: 'interrupted',
  },
  async run(_, flags, io) {
    const { cleanup } = await import('#app/cleanup.js');
    const { run, all = false, forget } = flags;
    const chosen = { run: forget ?? run, all, forget: forget !== undefined };
    return cleanup({ ...targetOptions(flags, undefined), ...chosen }, io);
  },
});
