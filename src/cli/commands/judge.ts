// SPDX-License-Identifier: Apache-2.0
import { defaultRun } from '#app/run/run-options.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { outputOptions } from '../output-from-flags.js';
import { knownFailingOf, selectionOf } from '../run-from-flags.js';
import { copyFlags, fileFlags, jsonFlag, selectionFlags, shownFlags, verdictFlags } from '../shared-flags.js';
import { configFor } from '../target-from-flags.js';

export const judgeCommand: CommandSpec = defineCommand({
  name: 'judge',
  summary: 'Judge a recording again; no runtime is needed.',
  arguments: [{ name: '<evidence>', help: 'evidence.jsonl, or the directory of a run' }],
  flags: [...selectionFlags, ...verdictFlags, ...fileFlags, ...copyFlags, jsonFlag, ...shownFlags],
  examples: ['criprobe judge criprobe-results/latest', 'criprobe judge evidence.jsonl --json'],
  exits: {
    0: 'every contract that counts held',
    1: 'a contract that counts is violated',
    5: 'nothing was judged',
    7: 'evidence was left out, or results could not be written',
  },
  async run([evidence = ''], flags, io) {
    const config = await configFor({}, io);
    const { signal } = io;
    const options = {
      ...outputOptions(flags, config, io),
      evidence,
      selection: await selectionOf([], flags, { config, signal }),
      knownFailing: await knownFailingOf(flags, { config, signal }),
      failOn: flags.failOn ?? defaultRun.failOn,
      passWithNoTests: flags.passWithNoTests ?? defaultRun.passWithNoTests,
    };
    const { judge } = await import('#app/judge.js');
    return judge(options, io);
  },
});
