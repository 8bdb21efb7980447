// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';
import { targetOptions } from '../target-from-flags.js';

export const cleanupCommand: CommandSpec = {
  name: 'cleanup',
  summary: 'Remove what killed runs left behind, and nothing else.',
  arguments: [],
  flags: [
    {
      flags: '--run <id>',
      help: 'only this run (default: every run whose process is gone)',
      group: 'Command:',
    },
    {
      flags: '--all',
      help: 'also runs that still go on; with -r names what carries our label on that runtime and stands in no ledger here',
      group: 'Command:',
    },
    {
      flags: '--forget',
      help: 'with --run: forget what cannot be removed, because its runtime is gone for good',
      group: 'Command:',
    },
    {
      flags: '-r, --runtime-endpoint <uri>',
      help: 'with --all: socket of a runtime to look through (default: those the records name)',
      group: 'Target:',
    },
    {
      flags: '-i, --image-endpoint <uri>',
      help: 'its image service, if that is elsewhere',
      group: 'Target:',
    },
    jsonFlag,
  ],
  examples: [
    'sudo criprobe cleanup',
    'sudo criprobe cleanup --run 7f3a9c',
    'sudo criprobe cleanup --run 7f3a9c --forget',
    'sudo criprobe cleanup --all -r /run/crio/crio.sock',
  ],
  exits: {
    0: 'nothing of ours is left, or it was forgotten',
    1: 'something could not be removed',
    3: 'the runtime cannot be reached',
  },
  async run(_, flags, io) {
    const { cleanup } = await import('#app/cleanup.js');
    const { run, all = false, forget = false } = flags;
    return cleanup({ ...targetOptions(flags, undefined), run, all, forget }, io);
  },
};
