// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import type { CriClient } from '#cri/client.js';
import { connectCri } from '#cri/grpc-client.js';
import type { Daemon } from '#launchers/daemon.js';
import { existingSocket } from '#launchers/existing-socket.js';
import type { Launched, LaunchOptions } from '#launchers/launcher.js';
import { launcherFor } from '#launchers/launcher-for.js';
import type { NodeFacts } from '#kubelet/node-facts.js';
import { tracesOfPodSlices } from '#run-ledger/undo/pod-cgroups.js';
import type { PodProcesses } from '#launchers/pod-processes.js';
import { cgroupDriverOf, podCgroupsUnder, type CgroupDriver } from '../cgroup-driver.js';
import { resolveTarget, type ChosenTarget } from '../discover.js';
import { preflight, type Ready } from '../preflight.js';
import type { TargetOptions } from '../target-options.js';
import { linuxOfTrial, trialPod } from '../trial-pod.js';
import type { Io } from '../use-case.js';
import { flagsOf } from './flags-of.js';
import type { Session } from './session.js';

/** A runtime that passed the preflight, connected. */
export interface Target {
  readonly ready: Ready;
  readonly cri: CriClient;
  readonly handler: string;
  readonly cgroupDriver: CgroupDriver;
  /** Where pods are to be put, as a kubelet of this runtime would. */
  readonly podCgroups: NodeFacts['podCgroups'];
  /** How long one image and one sandbox took: how fast this node is. */
  readonly trialMs: number;
  readonly launcher: string;
  /** What reaches the same target again, for a person to paste. */
  readonly flags: string;
  readonly why: string;
  readonly notes: readonly string[];
  /** The file a runtime of ours writes its log to. */
  readonly logFile: string | undefined;
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
  readonly close: () => Promise<void>;
}

type TargetIo = Pick<Io, 'env' | 'cwd' | 'signal'>;

export interface OpenOptions extends TargetOptions, Pick<LaunchOptions, 'madeUpImages'> {}

export async function openTarget(session: Session, options: OpenOptions, io: TargetIo): Promise<Target> {
  const chosen = await resolveTarget(options, io);
  const launched = await launch(session, chosen, options);
  try {
    return await connect({ session, options, io, chosen, launched });
  } catch (error) {
    await launched[Symbol.asyncDispose]();
    throw error;
  }
}

function launch(
  session: Session,
  chosen: ChosenTarget,
  { madeUpImages = [], waitReadyMs }: OpenOptions,
): Promise<Launched> {
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

interface Opening {
  readonly session: Session;
  readonly options: TargetOptions;
  readonly io: TargetIo;
  readonly chosen: ChosenTarget;
  readonly launched: Launched;
}

async function connect({ session, options, io, chosen, launched }: Opening): Promise<Target> {
  const handler = chosen.handler === '' ? launched.handler : chosen.handler;
  const { endpoint, imageEndpoint, owned } = launched;
  const ready = await preflight({ ...options, endpoint, imageEndpoint, handler, owned }, io);
  session.ledger.add({
    kind: 'endpoint',
    endpoint: ready.endpoint,
    imageEndpoint: ready.imageEndpoint,
    owned,
  });
  const { apiVersion } = ready;
  const cri = connectCri({ runtimeEndpoint: ready.endpoint, imageEndpoint: ready.imageEndpoint, apiVersion });
  const cgroupDriver = await cgroupDriverOf(cri, handler);
  const podCgroups = podCgroupsUnder(cgroupDriver);
  if (podCgroups !== null) tracesOfPodSlices().forEach(session.ledger.leaves);
  const triedAtMs = performance.now();
  const failure = await tryOnePod(session, { cri, ready, handler, podCgroups, signal: io.signal });
  if (failure !== undefined) {
    cri.close();
    throw failure;
  }
  const trialMs = performance.now() - triedAtMs;
  return {
    ...{ ready, cri, handler, cgroupDriver, podCgroups, why: chosen.why },
    trialMs,
    launcher: launched.description,
    flags: flagsOf(chosen, ready.endpoint),
    notes: [...launched.notes, ...ready.notes],
    logFile: launched.logFile,
    daemon: launched.daemon,
    processes: launched.processes,
    close: async () => {
      cri.close();
      await launched[Symbol.asyncDispose]();
    },
  };
}

type Tried = Pick<Target, 'cri' | 'ready' | 'handler' | 'podCgroups'> & Pick<Io, 'signal'>;

async function tryOnePod(
  session: Session,
  { cri, ready, handler, podCgroups, signal }: Tried,
): Promise<Error | undefined> {
  const uid = randomUUID();
  session.ledger.add({ kind: 'pod-uid', uid });
  const [name, namespace] = ['trial', namespaceOf(session.run)];
  const labels = {
    [podNameLabel]: name,
    [podNamespaceLabel]: namespace,
    [podUidLabel]: uid,
    [runLabel]: session.run,
  };
  return trialPod({
    client: cri,
    image: `${session.images}/box:1`,
    sandboxConfig: {
      metadata: { name, namespace, uid },
      hostname: name,
      log_directory: join(session.directory, 'pods', 'trial'),
      labels,
      linux: linuxOfTrial(uid, podCgroups),
    },
    handler,
    handlers: ready.handlers,
    deadlineMs: 120_000,
    signal,
  });
}
