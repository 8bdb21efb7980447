// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
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
  let next = fresh;
  const begin = async (): Promise<void> => {
    await daemon.replace(next);
    await daemon.start();
  };
  return {
    end: () => endInTime(daemon),
    begin: async () => {
      const wanted = next;
      const other = next === fresh ? old : fresh;
      try {
        await begin();
        next = other;
      } catch (error) {
        // What is there can be read and removed only by a runtime that runs.
        next = other;
        await endInTime(daemon);
        await begin().catch(() => undefined);
        next = wanted;
        throw error;
      }
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
  let isNew = false;
  return {
    begin: async () => {
      const isBack = isNew;
      isNew = !isNew;
      const back = isBack ? rollbackExec : undefined;
      const daemon = back === undefined ? running(exec, '--exec') : running(back, '--rollback-exec');
      try {
        await daemon.restart();
      } catch (error) {
        // As above. The same command again would fail again: that is left to the end of the run.
        if (back === undefined && rollbackExec !== undefined)
          await daemon[Symbol.asyncDispose]().catch(() => undefined);
        throw error;
      }
    },
  };
}
