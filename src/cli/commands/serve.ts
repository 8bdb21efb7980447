// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import type { Io } from '#app/shared/use-case.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';

export const serveCommand: CommandSpec = defineCommand({
  name: 'serve',
  summary: 'Serve the reference runtime on a socket, for authors of CRI clients.',
  arguments: [],
  flags: [
    { flags: '--listen <socket>', help: 'path of the socket (required)', group: 'Command:' },
    { flags: '--any-image', help: 'every image can be pulled; nothing is downloaded', group: 'Command:' },
    {
      flags: '--as-root',
      help: 'serve as root: clients can then read and write every file of this node (see docs/cli.md#serving-as-root)',
      group: 'Command:',
    },
    {
      flags: '--program <name=rule>',
      help: "how a program behaves, such as 'job=exits 4 after 0.1 s'; may be repeated",
      group: 'Command:',
      parse: 'each',
    },
    { flags: '-q, --quiet', help: 'no progress', group: 'Output:' },
  ],
  examples: [
    'criprobe serve --listen /tmp/cri.sock',
    'criprobe serve --listen /run/cri.sock --as-root',
    'crictl -r unix:///tmp/cri.sock info',
    "criprobe serve --listen /tmp/cri.sock --any-image --program 'nginx=ends on SIGTERM'",
  ],
  exits: {
    3: 'the socket cannot be created',
    129: 'ended by SIGHUP',
    130: 'ended by Ctrl-C',
    143: 'ended by SIGTERM',
  },
  async run(_, { listen, anyImage = false, asRoot = false, program = [] }, io) {
    if (listen === undefined) throw usageFailure('serve needs a socket', 'criprobe serve --listen <socket>');
    const programs = program.map(programRule);
    if (process.getuid?.() === 0) demandConsent(asRoot, io);
    const { serve } = await import('#app/serve.js');
    return serve({ listen, anyImage, programs }, io);
  },
});

const rootsClients =
  'Clients of this socket can read and write every file of this node as root, through mounts, log paths and checkpoints,' +
  ' as with any runtime that runs as root. The socket is for root alone (0600).';

function demandConsent(given: boolean, io: Pick<Io, 'progress'>): void {
  if (!given)
    throw usageFailure(
      `serve does not run as root unless told to. ${rootsClients}`,
      'run it as another user, or: criprobe serve --as-root --listen <socket>',
    );
  io.progress.line(rootsClients);
}

function programRule(text: string): { readonly name: string; readonly rule: string } {
  const [, name = '', rule = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === '') throw usageFailure(`"${text}" is not name=rule`, "--program 'job=exits 4 after 0.1 s'");
  return { name, rule };
}
