// SPDX-License-Identifier: Apache-2.0
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag, targetFlags } from '../shared-flags.js';
import { configFor, targetOptions } from '../target-from-flags.js';

export const doctorCommand: CommandSpec = defineCommand({
  name: 'doctor',
  summary: 'Find the runtime, and say what would prevent a run and how to fix it.',
  arguments: [],
  flags: [
    ...targetFlags,
    {
      flags: '--try-pod',
      help: 'also run a trial pod: pull an image, run a sandbox, and remove both',
      group: 'Command:',
    },
    { flags: '--strict', help: 'warnings count as problems: exit 6', group: 'Command:' },
    jsonFlag,
  ],
  examples: [
    'criprobe doctor',
    'sudo criprobe doctor -r /run/crio/crio.sock --try-pod',
    'criprobe doctor --json',
  ],
  exits: { 0: 'nothing prevents a run', 3: 'a problem', 6: 'only warnings, with --strict' },
  async run(_, flags, io) {
    const config = await configFor(flags, io);
    const { doctor } = await import('#app/doctor/doctor.js');
    return doctor(
      { ...targetOptions(flags, config), strict: flags.strict ?? false, tryPod: flags.tryPod ?? false },
      io,
    );
  },
});
