// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#app/errors/usage-failure.js';
import type { CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';

export const listCommand: CommandSpec = {
  name: 'list',
  summary: 'List the contracts or the scenarios.',
  arguments: [
    { name: '[what]', help: 'contracts or scenarios (default: contracts), or the first glob' },
    { name: '[id-glob...]', help: 'only these' },
  ],
  flags: [jsonFlag],
  examples: ['criprobe list', "criprobe list 'sandbox.*'", "criprobe list scenarios 'stop.*' --json"],
  exits: { 0: 'listed' },
  async run(words) {
    const [what = 'contracts', ...ids] = words[0]?.includes('.') ? ['contracts', ...words] : words;
    if (what !== 'contracts' && what !== 'scenarios') {
      throw usageFailure(
        `There is nothing called ${what} to list`,
        'criprobe list contracts, or criprobe list scenarios',
      );
    }
    const { list } = await import('#app/list.js');
    return list({ what, selection: { ids, only: [], skip: [] } });
  },
};
