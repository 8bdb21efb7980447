// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { comparedTarget } from '../compared-target.js';
import { runOptions } from '../run-from-flags.js';
import {
  fileFlags,
  jsonFlag,
  kubeletFlags,
  runFlags,
  selectionFlags,
  shownFlags,
  targetFlags,
  verdictFlags,
} from '../shared-flags.js';

export const compareCommand: CommandSpec = defineCommand({
  name: 'compare',
  summary: 'Put runtimes side by side and show where they differ.',
  arguments: [
    {
      name: '<name=target...>',
      help: 'endpoint, managed spec, or result.json or its directory; two or more',
    },
  ],
  flags: [
    ...targetFlags,
    {
      flags: '--baseline <name>',
      help: 'compare the others with this one (default: all with all)',
      group: 'Verdict:',
    },
    ...selectionFlags,
    ...runFlags,
    ...kubeletFlags,
    ...verdictFlags,
    {
      flags: '--fail-on-features',
      help: 'a feature that only some of the targets have counts, too',
      group: 'Verdict:',
    },
    ...fileFlags,
    jsonFlag,
    { flags: '--markdown', help: 'the matrix as Markdown', group: 'Output:' },
    ...shownFlags,
  ],
  examples: [
    'sudo criprobe compare old=/run/containerd/containerd.sock new=containerd@/opt/containerd-2.1/bin',
    'criprobe compare a=monday/result.json b=tuesday/result.json --fail-on any',
    'criprobe compare reference=reference mine=/run/mine.sock --markdown',
  ],
  exits: {
    0: 'no difference at --fail-on',
    1: 'a difference at --fail-on',
    3: 'a runtime cannot be tested',
    5: 'a target executed nothing',
    130: 'interrupted',
  },
  async run(args, flags, io) {
    const targets = args.map(comparedTarget);
    if (targets.length < 2)
      throw usageFailure('compare needs two targets', 'criprobe compare <name=target> <name=target>');
    const names = new Set(targets.map(({ name }) => name));
    if (names.size < targets.length)
      throw usageFailure('Two targets have the same name', 'give each its own: name=target');
    if (flags.baseline !== undefined && !names.has(flags.baseline)) {
      throw usageFailure(`--baseline names no target: ${flags.baseline}`, `one of ${[...names].join(', ')}`);
    }
    const options = await runOptions([], flags, io);
    const { compare } = await import('#app/compare.js');
    const { baseline, markdown = false, failOnFeatures = false } = flags;
    return compare({ ...options, targets, baseline, markdown, failOnFeatures }, io);
  },
});
