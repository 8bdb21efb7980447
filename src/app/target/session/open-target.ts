// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { existingSocket } from '#launchers/external/existing-socket.js';
import type { LaunchedRuntime, LaunchOptions } from '#launchers/launcher.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { resolveTarget, type ChosenTarget } from '../discover.js';
import type { TargetOptions } from '../target-options.js';
import { connectLaunched, type TargetIo } from './connect-launched.js';
import type { TargetSession } from './session.js';
import type { Target } from './target.js';

export interface OpenOptions extends TargetOptions, Pick<LaunchOptions, 'madeUpImages'> {}

export async function openTarget(
  session: TargetSession,
  options: OpenOptions,
  io: TargetIo,
): Promise<Target> {
  const chosen = session.chosen ?? (await resolveTarget(options, io));
  const launched = await launch(session, chosen, options);
  return connectLaunched({ session, options, io, chosen, launched });
}

function launch(
  session: TargetSession,
  chosen: ChosenTarget,
  { madeUpImages = [], waitReadyMs }: OpenOptions,
): Promise<LaunchedRuntime> {
  const launcher = chosen.kind === 'managed' ? launcherFor(chosen.spec) : existingSocket(chosen);
  return launcher.launch({
    directory: join(session.directory, 'runtime'),
    shared: session.directory,
    registry: session.registry.address,
    sandboxImage: `${session.images}/pause:1`,
    leaves: session.ledger.leaves,
    madeUpImages,
    ...(waitReadyMs > 0 ? { readyWithinMs: waitReadyMs } : {}),
  });
}
