// SPDX-License-Identifier: Apache-2.0
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';

export const explainCommand: CommandSpec = defineCommand({
  name: 'explain',
  summary: 'Explain a contract, a scenario or an error code.',
  arguments: [{ name: '<id>', help: 'id of a contract or scenario, or a code such as E-HANG' }],
  flags: [jsonFlag],
  examples: ['criprobe explain sandbox.stop.idempotent', 'criprobe explain E-CRI-DISABLED'],
  exits: { 0: 'explained' },
  async run([id = '']) {
    const { explain } = await import('#app/explain.js');
    return explain({ id });
  },
});
