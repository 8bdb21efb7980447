// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';

export const listCommand: CommandSpec = defineCommand({
  name: 'list',
  summary: 'List the contracts, the scenarios or the kubelet versions.',
  arguments: [
    { name: '[what]', help: 'contracts or scenarios (default: contracts), or the first glob' },
    { name: '[id-glob...]', help: 'only these and what they exercise: contracts, or scenario:GLOB' },
  ],
  flags: [
    {
      flags: '--kubelets',
      help: 'the kubelet versions of the model, and how each differs from the newest',
      group: 'Command:',
    },
    jsonFlag,
  ],
  examples: [
    'criprobe list',
    "criprobe list 'sandbox.*'",
    "criprobe list scenarios 'scenario:stop.*' --json",
    'criprobe list --kubelets',
  ],
  exits: { 0: 'listed' },
  async run(words, { kubelets }) {
    if (kubelets === true) {
      if (words.length > 0)
        throw usageFailure(`--kubelets lists no ${words.join(' ')}`, 'criprobe list --kubelets');
      const { listKubelets } = await import('#app/list-kubelets.js');
      return listKubelets();
    }
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
});
