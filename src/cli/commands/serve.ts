// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#app/errors/usage-failure.js';
import type { CommandSpec } from '../command-spec.js';
import { each } from '../flag.js';

export const serveCommand: CommandSpec = {
  name: 'serve',
  summary: 'Serve the reference runtime on a socket, for anybody who writes a CRI client.',
  arguments: [],
  flags: [
    { flags: '--listen <socket>', help: 'path of the socket (required)', group: 'Command:' },
    { flags: '--any-image', help: 'every image can be pulled; nothing is fetched', group: 'Command:' },
    {
      flags: '--program <name=rule>',
      help: "how a program behaves, such as 'job=exits 4 after 0.1 s'; may be repeated",
      group: 'Command:',
      parse: each,
    },
    { flags: '-q, --quiet', help: 'no progress', group: 'Output:' },
  ],
  examples: [
    'criprobe serve --listen /tmp/cri.sock',
    'crictl -r unix:///tmp/cri.sock info',
    "criprobe serve --listen /tmp/cri.sock --any-image --program 'nginx=ends on SIGTERM'",
  ],
  exits: {
    3: 'the socket cannot be made',
    129: 'ended by SIGHUP',
    130: 'ended by Ctrl-C',
    143: 'ended by SIGTERM',
  },
  async run(_, { listen, anyImage = false, program = [] }, io) {
    if (listen === undefined) throw usageFailure('serve needs a socket', 'criprobe serve --listen <socket>');
    const programs = program.map(programRule);
    const { serve } = await import('#app/serve.js');
    return serve({ listen, anyImage, programs }, io);
  },
};

function programRule(text: string): { readonly name: string; readonly rule: string } {
  const [, name = '', rule = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === '') throw usageFailure(`"${text}" is not name=rule`, "--program 'job=exits 4 after 0.1 s'");
  return { name, rule };
}
