// SPDX-License-Identifier: Apache-2.0
import { failureOf } from '#base/errors/catalogue.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { socketPath } from '#cri/client/endpoint.js';
import { fileIdentity } from '#files/host-files.js';
import type { Daemon } from '#launchers/daemon.js';
import { ExternalDaemon, type ExternalDaemonOptions } from '#launchers/external/external-daemon.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { endInTime, sameAgain, type ChangeOfVersion } from '#runner/outages/change-of-version.js';
import type { PlannedChange } from './planned-change.js';

interface Changed {
  readonly daemon: Daemon;
  /** `unix:///path`. */
  readonly endpoint: string;
  readonly leaves: (step: CleanupStep) => void;
  /** For the owner's commands; absent: those of a package manager. */
  readonly limits?: ExternalDaemonOptions['limits'];
}

export function changeFor(planned: PlannedChange, changed: Changed): ChangeOfVersion {
  if (planned.kind === 'commands') return byCommands(planned, changed);
  if (planned.from === planned.to) return sameAgain(changed.daemon);
  const lacks = changed.daemon.lacks('replace');
  if (lacks !== undefined) throw usageFailure(`${planned.from} cannot be upgraded: ${lacks}`, noOthers);
  return byBinaries(planned, changed.daemon);
}

const noOthers = 'two directories of one runtime: --from containerd@/old --to containerd@/new';

function byBinaries({ from, to }: PlannedChange & { kind: 'binaries' }, daemon: Daemon): ChangeOfVersion {
  const [old, fresh] = [directoryOf(from), directoryOf(to)];
  let isNew = false;
  const startFrom = async (directory: string | undefined): Promise<void> => {
    await daemon.replace(directory);
    await daemon.start();
  };
  return {
    end: () => endInTime(daemon),
    begin: async () => {
      const [wanted, other] = isNew ? [old, fresh] : [fresh, old];
      isNew = !isNew;
      await startFrom(wanted).catch(async (error: unknown) => {
        // What is there can be read and removed only by a runtime that runs.
        const backAgain = endInTime(daemon).then(() => startFrom(other));
        await backAgain.catch(() => undefined);
        throw error;
      });
    },
  };
}

/** undefined: from PATH. */
export function directoryOf(managed: string): string | undefined {
  const at = managed.indexOf('@');
  return at === -1 ? undefined : managed.slice(at + 1);
}

/** A package manager may have to fetch what it installs. */
const usualLimits = { commandMs: 600_000, effectMs: 120_000 };

function byCommands(
  { exec, rollbackExec }: PlannedChange & { kind: 'commands' },
  { endpoint, leaves, limits = usualLimits }: Changed,
): ChangeOfVersion {
  const running = (command: string, flag: string): ExternalDaemon =>
    new ExternalDaemon({
      endpoint,
      leaves,
      limits,
      // What a run that was killed in the middle leaves to be run: the way back.
      commands: { restart: command, start: rollbackExec ?? exec },
      flagOf: (which) => (which === 'start' && rollbackExec !== undefined ? '--rollback-exec' : flag),
    });
  const change = async (command: string, flag: string): Promise<void> => {
    // A daemon that starts makes its socket anew.
    const before = await fileIdentity(socketPath(endpoint));
    await running(command, flag).restart();
    if (before === undefined || before !== (await fileIdentity(socketPath(endpoint)))) return;
    throw failureOf('E-DAEMON-STAYS', `${flag} succeeded, but the runtime was not restarted`, {
      seen: `the socket ${endpoint} is the same as before`,
      likely: 'what it installs does not restart the service',
      fix: `end the command with a restart that waits: '… && systemctl restart containerd'`,
    });
  };
  const goBack = async (): Promise<void> => {
    if (rollbackExec !== undefined) await change(rollbackExec, '--rollback-exec');
  };
  let isNew = false;
  return {
    begin: async () => {
      if (isNew) await goBack();
      // The same command again would fail again; the way back may help.
      else
        await change(exec, '--exec').catch(async (error: unknown) => {
          await goBack().catch(() => undefined);
          throw error;
        });
      isNew = !isNew;
    },
    restore: async (isUrgent) => {
      if (!isNew) return undefined;
      if (rollbackExec === undefined || isUrgent)
        return `the runtime at ${endpoint} stays at what --exec brought`;
      await goBack();
      isNew = false;
      return undefined;
    },
  };
}
