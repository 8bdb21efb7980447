// SPDX-License-Identifier: Apache-2.0
import { unlessAborted } from '#base/giving-up.js';
import { errorMessage } from '#base/text/error-message.js';
import { failureWithLog } from '#launchers/private/failure-with-log.js';
import { connectGuarded } from '#guard/connect.js';
import type { LaunchedRuntime } from '#launchers/launcher.js';
import { cgroupDriverOf, podCgroupsUnder } from '../preflight/cgroup-driver.js';
import { isReference, type ChosenTarget } from '../discover.js';
import { preflight } from '../preflight/preflight.js';
import { ofRuntime } from '../preflight/trial-pod.js';
import type { TargetOptions } from '../target-options.js';
import type { Io } from '../../shared/use-case.js';
import { endLaunched } from './end-launched.js';
import { flagsOf } from './flags-of.js';
import type { TargetSession } from './session.js';
import type { Target } from './target.js';
import { tryOnePod } from './try-one-pod.js';

export type TargetIo = Pick<Io, 'env' | 'cwd' | 'signal' | 'progress'>;

export interface ConnectInput {
  readonly session: TargetSession;
  readonly options: TargetOptions;
  readonly io: TargetIo;
  readonly chosen: ChosenTarget;
  readonly launched: LaunchedRuntime;
}

/** Launches, checks and connects to a runtime. If that fails, ends the runtime and its log. */
export async function connectLaunched(opening: ConnectInput): Promise<Target> {
  const { launched, io } = opening;
  try {
    return await unlessAborted(connect(opening), io.signal, () => new Error('interrupted'));
  } catch (error) {
    const failure = failureWithLog(error, launched.logFile);
    await endLaunched(launched, io.progress).catch((ending: unknown) => {
      io.progress.line(`not ended: ${errorMessage(ending)}`);
    });
    throw failure;
  }
}

async function connect({ session, options, io, chosen, launched }: ConnectInput): Promise<Target> {
  const handler = chosen.handler === '' ? launched.handler : chosen.handler;
  const { endpoint, imageEndpoint, owned } = launched;
  const ready = await preflight({ ...options, endpoint, imageEndpoint, handler, owned }, io);
  session.ledger.add({
    kind: 'endpoint',
    endpoint: ready.endpoint,
    imageEndpoint: ready.imageEndpoint,
    owned,
  });
  const { apiVersion, handlers } = ready;
  const sockets = { runtimeEndpoint: ready.endpoint, imageEndpoint: ready.imageEndpoint };
  const cri = connectGuarded({ ...sockets, apiVersion }, session.own);
  if (!owned) await session.leaveOthersAlone(cri);
  const cgroupDriver = await cgroupDriverOf(cri, handler);
  const podCgroups = podCgroupsUnder(cgroupDriver);
  const triedAtMs = performance.now();
  const trial = { client: cri, handler, handlers, podCgroups, deadlineMs: 120_000, signal: io.signal };
  const failure = await tryOnePod(session, trial);
  // Those failures are for contracts to judge, with the evidence. We never change other people's objects.
  if (failure !== undefined && !ofRuntime.has(failure.code)) {
    cri.close();
    throw failure;
  }
  const trialMs = performance.now() - triedAtMs;
  return {
    ready,
    cri,
    handler,
    cgroupDriver,
    podCgroups,
    why: chosen.why,
    trialMs,
    launcher: launched.description,
    isReference: isReference(chosen),
    flags: flagsOf(chosen, ready.endpoint, options),
    notes: [...launched.notes, ...ready.notes],
    logFile: launched.logFile,
    daemon: launched.daemon,
    processes: launched.processes,
    close: async () => {
      cri.close();
      await endLaunched(launched, io.progress);
    },
  };
}
