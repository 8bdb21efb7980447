// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { namespaceOf } from '#base/run-marks.js';
import type { RecordingHeader } from '#evidence/event.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import { guardedProcesses } from '#guard/pod-processes.js';
import { nodeFiles, type NodeFiles } from '#kubelet/context/node-files.js';
import { rejectingWith } from '#kubelet/context/node-problem.js';
import { exhaustion } from '#base/errors/exhaustion.js';
import { hostFacts } from '../target/host-facts.js';
import { IdRanges } from '#kubelet/config/security/user-namespace.js';
import { readNodeFacts } from '../target/read-node-facts.js';
import { knownHere } from './known-here.js';
import type { RunOptions } from './run-options.js';
import { asksForAll, type Work } from './select.js';
import type { Target } from '../target/session/target.js';
import type { TargetSession } from '../target/session/session.js';
import { toolVersion } from '../shared/version.js';
import type { ChangeOfVersion } from '#runner/outages/change-of-version.js';
import { OutageGroups } from '#runner/outages/outage-groups.js';
import { guardAgainstGoneRuntime } from '#runner/outages/runtime-gone-guard.js';
import { flagsOfChange } from './change-flags.js';
import { changeFor } from './change-for.js';
import { lacksHere } from './needs.js';
import { takingOver } from './planned-change.js';
import { Patience } from '#runner/patience.js';
import { systemClock } from '#host/system-clock.js';
import { firstPatienceMs } from './first-patience.js';
import type { RunContext } from '#runner/run-context.js';
import { NodeWitness } from '#runner/witness/node-witness.js';
import { pullsAtRegistry } from './pulls-at-registry.js';
import { servedBy } from './served-by.js';

interface ContextInput {
  readonly options: RunOptions;
  readonly work: Work;
  readonly session: TargetSession;
  readonly target: Target;
}

export function headerOf({
  options,
  work,
  session,
  target,
}: ContextInput): Omit<RecordingHeader, WrittenByRecord> {
  const { name, version } = toolVersion();
  const { ready, launcher } = target;
  return {
    tool: { name, version },
    run: session.run,
    ...(asksForAll(options.selection) && options.change === undefined
      ? {}
      : { selected: work.contracts.map(({ id }) => id) }),
    kubelet: { version: options.kubeletVersion, pace: options.pace },
    host: hostFacts(target.cgroupDriver),
    ...(options.change && { upgrade: { to: takingOver(options.change) } }),
    target: {
      name: ready.runtimeName,
      version: ready.runtimeVersion,
      apiVersion: ready.apiVersion,
      endpoint: ready.endpoint,
      launcher,
      flags: flagsOfChange(target.flags, options.change),
      handlers: ready.handlers,
      cni: cniOf(target),
      ...saidBy(ready),
    },
  };
}

/** More than any runtime has to say about itself. */
const maxSaid = 65_536;

function saidBy({ version, status }: Target['ready']): Pick<RecordingHeader['target'], 'said'> {
  const said = {
    apiVersion: version.runtime_api_version ?? '',
    handlers: (status.runtime_handlers ?? []).map((handler) => ({ ...handler })),
    features: { ...status.features },
  };
  return JSON.stringify(said).length > maxSaid ? {} : { said };
}

type WrittenByRecord = 'type' | 'schemaVersion' | 'startedAtNs' | 'startedAt';

export async function runContextOf(
  setting: ContextInput & { writer: EvidenceWriter; signal: AbortSignal },
): Promise<RunContext> {
  const { options, session, target, writer, work } = setting;
  const full = new AbortController();
  const outageGroups = new OutageGroups(target.daemon, work.scenarios, changeIn(setting));
  const { run, own, images, directory, registerPod } = session;
  return {
    run,
    own,
    writer,
    outageGroups,
    processes: guardedProcesses(target.processes, own),
    patience: new Patience({
      clock: systemClock,
      firstMs: options.firstPatienceMs ?? firstPatienceMs(options.pace, target.trialMs),
    }),
    ...guardAgainstGoneRuntime(
      target.cri,
      AbortSignal.any([setting.signal, full.signal]),
      () => outageGroups.isDown,
    ),
    registry: images,
    servedImage: servedBy(session.registry),
    pullBegins: pullsAtRegistry(session.registry),
    isOurRuntime: options.managed !== undefined,
    rpcTimeoutMs: options.rpcTimeoutMs,
    kubelet: {
      pace: options.pace,
      version: options.kubeletVersion,
      apiVersion: target.ready.apiVersion,
      source: 'api',
      facts: { ...(await readNodeFacts()), podCgroups: target.podCgroups },
      idRanges: new IdRanges(),
      ...(target.handler === '' ? {} : { runtimeHandler: target.handler }),
    },
    witness: new NodeWitness({ unseen: unseenOn(target), trialMs: target.trialMs }),
    namedCgroups: () => namedCgroups(target, session),
    node: endingAtFullDisk(
      nodeFiles({ podLogsDir: join(directory, 'pods'), rootDir: join(directory, 'kubelet') }),
      full,
    ),
    lacks: lacksHere(target, options.change),
    known: knownHere(target),
    runtimeLog: logFileOf(options, target),
    registerPod,
  };
}

function changeIn({ options, target, session }: ContextInput): ChangeOfVersion | undefined {
  const { daemon, ready } = target;
  const { leaves } = session.ledger;
  return options.change && changeFor(options.change, { daemon, endpoint: ready.endpoint, leaves });
}

/** Why the node can show nothing of this runtime's pods. */
function unseenOn({ isReference }: Target): string | undefined {
  if (isReference) return 'the processes of the reference runtime are virtual';
  return process.getuid?.() === 0 ? undefined : 'only root can see the processes of containers';
}

/**
 * With the cgroupfs driver, pods get cgroups of their own only if a scenario must find a process by its pod.
 */
function namedCgroups(
  { podCgroups, cgroupDriver }: Target,
  { run, ledger }: TargetSession,
): Target['podCgroups'] {
  if (podCgroups !== null || cgroupDriver !== 'cgroupfs') return podCgroups;
  const root = `/${namespaceOf(run)}`;
  ledger.leaves({ kind: 'cgroup', path: root });
  return { root, driver: 'cgroupfs' };
}

/** Without space for the files of pods, no pod can run: the run ends there and says so. */
function endingAtFullDisk(node: NodeFiles, full: AbortController): NodeFiles {
  return rejectingWith(node, (error) => {
    const failure = exhaustion(error);
    if (failure !== undefined) full.abort(failure);
    return error;
  });
}

/** What Status says about the pod network, verbatim. */
function cniOf({ ready }: Target): string {
  const network = ready.status.status?.conditions?.find(({ type }) => type === 'NetworkReady');
  if (network === undefined) return 'not said';
  return network.status === true
    ? 'ready'
    : `not ready: ${network.reason ?? ''} ${network.message ?? ''}`.trim();
}

function logFileOf({ runtimeLog }: RunOptions, { logFile }: Target): string | undefined {
  return runtimeLog === undefined ? logFile : /^file:(.+)$/s.exec(runtimeLog)?.[1];
}
