// SPDX-License-Identifier: Apache-2.0
import { failureOf } from '#base/errors/catalogue.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { ofUpgrades } from './run/catalogue.js';
import { run } from './run/run.js';
import { shownExec } from './run/change-flags.js';
import type { RunOptions } from './run/run-options.js';
import { keepCommands } from './shared/shown-commands.js';
import type { CommandResult, Io } from './shared/use-case.js';
import type { PlannedChange } from './run/planned-change.js';

export interface UpgradeOptions extends RunOptions {
  readonly change: PlannedChange;
}

/** Changes the version of a runtime under running pods, and back, and judges what a kubelet sees of it. */
export async function upgradeRuntime(options: UpgradeOptions, io: Io): Promise<CommandResult> {
  const { change } = options;
  if (change.kind === 'binaries') await examine(change);
  else keepCommands({ exec: change.exec, 'rollback-exec': change.rollbackExec }, shownExec);
  return run(options, io, ofUpgrades);
}

/** Before anything is started: a version that lacks something here would end the run halfway. */
async function examine({ from, to }: PlannedChange & { kind: 'binaries' }): Promise<void> {
  // A value that names no runtime is told as such, whichever it is.
  launcherFor(from);
  const launcher = launcherFor(to);
  const [one, other] = [from, to].map((value) => value.replace(/[@:].*$/s, ''));
  if (one !== other)
    throw usageFailure(
      `--from ${from} --to ${to} are two runtimes, not two versions of one`,
      'name the same kind twice; compare puts different runtimes side by side',
    );
  const probed = await launcher.probe();
  if (probed.kind === 'ready') return;
  throw failureOf('E-LAUNCH-MISSING', `The new version ${to} cannot be started here: ${probed.reason}.`, {
    fix: probed.fix,
  });
}
