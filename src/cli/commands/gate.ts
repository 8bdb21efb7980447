// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
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
} from '../shared-flags.js';

export const gateCommand: CommandSpec = defineCommand({
  name: 'gate',
  summary: 'Decide go or no-go for a runtime by a policy, with reasons.',
  arguments: [],
  flags: [
    { flags: '--policy <file>', help: 'the policy (required)', group: 'Command:' },
    {
      flags: '--baseline <result>',
      help: 'result.json, or its directory, of the current runtime',
      group: 'Command:',
    },
    { flags: '--from <result>', help: 'decide on this result instead of a new run', group: 'Command:' },
    { flags: '--explain', help: 'also print the notes of the rules that passed', group: 'Command:' },
    { flags: '--warn-only', help: 'exit 0 on a no-go', group: 'Command:' },
    { flags: '--verdict-file <file>', help: 'write the decision as JSON', group: 'Command:' },
    ...targetFlags,
    ...daemonFlags,
    ...selectionFlags,
    ...runFlags,
    ...kubeletFlags,
    ...verdictFlags,
    ...fileFlags,
    ...copyFlags,
    jsonFlag,
    ...shownFlags,
  ],
  examples: [
    'sudo criprobe gate --policy node.yaml --managed containerd@/opt/containerd-2.1/bin',
    'criprobe gate --policy node.yaml --from new/result.json --baseline old/result.json',
    'criprobe gate --policy node.yaml --from new/result.json --explain --json',
  ],
  exits: {
    0: 'go',
    1: 'no-go',
    3: 'the runtime cannot be tested',
    124: '--global-timeout passed',
    130: 'interrupted',
  },
  async run(_, flags, io) {
    const { policy, baseline, from, verdictFile, explain = false, warnOnly = false } = flags;
    if (policy === undefined) throw usageFailure('gate needs a policy', 'criprobe gate --policy <file>');
    const options = await runOptions([], flags, io);
    const { gate } = await import('#app/gate.js');
    return gate({ ...options, policy, baseline, from, explain, warnOnly, verdictFile }, io);
  },
});
