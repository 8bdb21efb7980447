// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { abortedAfter, unlessAborted } from '#base/giving-up.js';
import { existingSocket } from '#launchers/external/existing-socket.js';
import type { LaunchedRuntime, LaunchOptions } from '#launchers/launcher.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { resolveTarget, type ChosenTarget } from '../discover.js';
import type { TargetOptions } from '../target-options.js';
import { connectLaunched, type TargetIo } from './connect-launched.js';
import type { TargetSession } from './session.js';
import type { Target } from './target.js';

export interface OpenOptions extends TargetOptions, Pick<LaunchOptions, 'madeUpImages'> {}

interface LaunchPlan extends OpenOptions {
  readonly interrupted: AbortSignal;
}

export async function openTarget(
  session: TargetSession,
  options: OpenOptions,
  io: TargetIo,
): Promise<Target> {
  const chosen = session.chosen ?? (await resolveTarget(options, io));
  const starting = launch(session, chosen, { ...options, interrupted: io.signal });
  // What is given up here, the session's end removes by its ledger.
  const interrupted = (): Error => new Error('interrupted while the runtime was started');
  const launched = await unlessAborted(starting, abortedAfter(io.signal, startingMs), interrupted);
  return connectLaunched({ session, options, io, chosen, launched });
}

/** How long a launcher may take to undo its own start after an interruption. */
const startingMs = 5_000;

function launch(
  session: TargetSession,
  chosen: ChosenTarget,
  { madeUpImages = [], waitReadyMs, interrupted }: LaunchPlan,
): Promise<LaunchedRuntime> {
  const launcher = chosen.kind === 'managed' ? launcherFor(chosen.spec) : existingSocket(chosen);
  return launcher.launch({
    directory: join(session.directory, 'runtime'),
    shared: session.directory,
    registry: session.registry.address,
    sandboxImage: `${session.images}/pause:1`,
    leaves: session.ledger.leaves,
    madeUpImages,
    interrupted,
    ...(waitReadyMs > 0 ? { readyWithinMs: waitReadyMs } : {}),
  });
}
