// SPDX-License-Identifier: Apache-2.0
import type { CommandResult, Io } from '#app/shared/use-case.js';
import type { PlannedChange } from '#app/run/planned-change.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import type { FlagValues } from '../flag.js';
import { runOptions } from '../run-from-flags.js';
import {
  copyFlags,
  fileFlags,
  jsonFlag,
  kubeletFlags,
  runFlags,
  selectionFlags,
  shownFlags,
  targetFlags,
  verdictFlags,
  liveFlags,
} from '../shared-flags.js';

const changeFlags = [
  {
    flags: '--from <spec>',
    help: 'the version to begin with, started by us: a value of --managed',
    group: 'Command:',
  },
  { flags: '--to <spec>', help: 'the version to upgrade to, and to roll back from', group: 'Command:' },
  {
    flags: '--exec <line>',
    help: 'for the runtime at -r: the command that installs the new version and restarts the runtime',
    group: 'Command:',
  },
  {
    flags: '--rollback-exec <line>',
    help: 'the command that installs the old version again and restarts it (default: the new one stays)',
    group: 'Command:',
  },
] as const;

const flags = [
  ...changeFlags,
  ...targetFlags,
  ...selectionFlags,
  ...runFlags,
  ...kubeletFlags,
  ...verdictFlags,
  ...fileFlags,
  ...copyFlags,
  jsonFlag,
  ...shownFlags,
  ...liveFlags,
] as const;

export const upgradeCommand: CommandSpec = defineCommand({
  name: 'upgrade',
  summary: 'Upgrade a runtime under running pods, then roll it back; judge what a kubelet sees.',
  arguments: [
    { name: '[id-glob...]', help: 'contracts such as upgrade.exit.*, or scenario:upgrade.* (default: all)' },
  ],
  flags,
  examples: [
    'sudo criprobe upgrade --from containerd@/opt/containerd-2.1.9 --to containerd@/opt/containerd-2.4.2',
    "sudo criprobe upgrade -r /run/containerd/containerd.sock --exec 'apt-get install -y containerd.io=2.4.2 && systemctl restart containerd'",
  ],
  exits: {
    0: 'every contract that counts held',
    1: 'a contract that counts is violated',
    3: 'a version cannot be started, or the runtime cannot be tested',
    5: 'nothing ran',
    7: 'evidence was left out, or results could not be written',
    124: '--global-timeout passed',
    130: 'interrupted',
  },
  run: start,
});

type Values = FlagValues<typeof flags>;

async function start(ids: readonly string[], values: Values, io: Io): Promise<CommandResult> {
  const change = changeFrom(values);
  const options = await runOptions(ids, values, io);
  const { upgradeRuntime } = await import('#app/upgrade.js');
  return upgradeRuntime(
    { ...options, ...(change.kind === 'binaries' && { managed: change.from }), change },
    io,
  );
}

function changeFrom(values: Values): PlannedChange {
  return values.from === undefined && values.to === undefined ? byCommands(values) : byBinaries(values);
}

const forms = '--from containerd@/old --to containerd@/new, or -r <socket> --exec <command>';

function byBinaries({ from, to, exec, rollbackExec, runtimeEndpoint }: Values): PlannedChange {
  if ((exec ?? rollbackExec) !== undefined)
    throw usageFailure('--from and --to exclude --exec', 'use --from and --to, or --exec');
  if (from === undefined || to === undefined) throw usageFailure('--from and --to go together', forms);
  if (runtimeEndpoint !== undefined)
    throw usageFailure('--from and --to exclude -r', '-r <socket> goes with --exec');
  return { kind: 'binaries', from, to };
}

function byCommands({ exec, rollbackExec, runtimeEndpoint }: Values): PlannedChange {
  // For example `--exec "$COMMAND"` with an empty variable: the shell would do nothing, and succeed.
  for (const [flag, command] of Object.entries({ '--exec': exec, '--rollback-exec': rollbackExec })) {
    if (command?.trim() === '') throw usageFailure(`${flag} is empty`, 'name a command for /bin/sh');
  }
  // Found by itself, it may be another runtime than the one that the command changes.
  if (exec !== undefined && runtimeEndpoint === undefined) throw usageFailure('--exec goes with -r', forms);
  if (exec !== undefined) return { kind: 'commands', exec, rollbackExec };
  if (rollbackExec !== undefined) throw usageFailure('--rollback-exec goes with --exec', forms);
  throw usageFailure('upgrade needs to know what changes', forms);
}
