// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag } from '../shared-flags.js';

export const versionCommand: CommandSpec = defineCommand({
  name: 'version',
  summary: 'Print the versions of criprobe, of the CRI it speaks, and of Node.',
  arguments: [],
  flags: [jsonFlag],
  examples: ['criprobe version', 'criprobe version --json'],
  exits: { 0: 'printed' },
  async run() {
    const { toolVersion } = await import('#app/shared/version.js');
    const json = toolVersion();
    return {
      exit: exitCode.ok,
      text: `${json.name} ${json.version} · CRI ${json.cri.join(', ')} · node ${json.node}\n`,
      json,
    };
  },
});
