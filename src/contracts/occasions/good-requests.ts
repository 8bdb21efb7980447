// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import type { CriMethod } from '#cri/methods.js';
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { attemptOf, isSameThing, isUnsure, type CreateCall } from './attempts.js';
import { duplicateContainers, duplicateSandboxes } from './duplicates.js';
import { nameOf } from './image-names.js';
import { isKeptUntil, isLeftAlone, mayBeGone } from './occasions.js';

/** What the contracts on restarts judge is left to them. */
export function isBeforeOutages(evidence: Evidence, call: RecordedCall): boolean {
  return evidence.outages().every(({ stoppingMs }) => (call.endedMs ?? Infinity) <= stoppingMs);
}

/** Sandboxes with a free name and a handler that the runtime has, and ports of the node that are free. */
export function goodSandboxes(evidence: Evidence): readonly RecordedCall<'RunPodSandbox'>[] {
  const taken = new Set<RecordedCall>(duplicateSandboxes(evidence).map(({ again }) => again));
  return evidence
    .of('RunPodSandbox')
    .filter(
      (run) =>
        isGood(evidence, run) && !taken.has(run) && !hasDoubtfulTwin(evidence.of('RunPodSandbox'), run),
    )
    .filter((run) => portsOf(run).every((port) => wasGivenBack(evidence, run, port)));
}

function portsOf({ request }: RecordedCall<'RunPodSandbox'>): readonly number[] {
  return (request.config?.port_mappings ?? [])
    .map(({ host_port: port = 0 }) => port)
    .filter((port) => port > 0);
}

/** Others on the node may use a port, but an earlier sandbox of ours had it, and is gone. */
function wasGivenBack(evidence: Evidence, run: RecordedCall<'RunPodSandbox'>, port: number): boolean {
  const earlier = evidence
    .sandboxes()
    .filter((life) => life.run !== run && portsOf(life.run).includes(port) && beganAfter(run, life.run));
  return (
    earlier.length > 0 &&
    earlier.every((life) => life.removes.some((remove) => isAnswered(remove) && beganAfter(run, remove)))
  );
}

/** Containers with a free name, in a sandbox that nobody stops. */
export function goodCreations(evidence: Evidence): readonly RecordedCall<'CreateContainer'>[] {
  const taken = new Set<RecordedCall>(duplicateContainers(evidence).map(({ again }) => again));
  return evidence.of('CreateContainer').filter((create) => {
    const sandbox = evidence.sandbox(create.request.pod_sandbox_id ?? '');
    if (sandbox === undefined || !isGood(evidence, create) || taken.has(create)) return false;
    if (needsSharedMount(create)) return false;
    if (hasDoubtfulTwin(evidence.of('CreateContainer'), create)) return false;
    return (
      sandbox.changes.every((change) => beganAfter(change, create)) && isAlive(evidence, sandbox, create)
    );
  });
}

/** A runtime refuses it, rightly, if the node does not share that mount. */
function needsSharedMount({ request }: RecordedCall<'CreateContainer'>): boolean {
  const { mounts = [] } = request.config ?? {};
  return mounts.some(({ propagation = 'PROPAGATION_PRIVATE' }) => propagation !== 'PROPAGATION_PRIVATE');
}

/** First starts of programs that exist, of containers that nobody stops. */
export function goodStarts(evidence: Evidence): readonly RecordedCall<'StartContainer'>[] {
  return evidence.containers().flatMap((life) => {
    const sandbox = evidence.sandbox(life.sandboxId);
    const [start] = life.starts;
    if (start === undefined || sandbox === undefined || !isGood(evidence, life.create)) return [];
    if (needsSharedMount(life.create)) return [];
    if (!isBeforeOutages(evidence, start) || !isAlive(evidence, sandbox, start)) return [];
    return isLeftAlone(life, start) ? [start] : [];
  });
}

/** Images that our registry serves to everybody. */
export function goodPulls(evidence: Evidence): readonly RecordedCall<'PullImage'>[] {
  return evidence.of('PullImage').filter((pull) => {
    const name = nameOf(pull.request.image);
    return isGood(evidence, pull) && !/\/(faults|private)\//.test(name);
  });
}

/** Status reads of what exists all the while. */
export function readsOfWhatExists(
  evidence: Evidence,
  life: ContainerHistory | SandboxHistory,
): readonly RecordedCall[] {
  const made: RecordedCall = 'run' in life ? life.run : life.create;
  return life.statuses.filter(
    (read: RecordedCall) =>
      beganAfter(read, made) &&
      isKeptUntil(life, read) &&
      isBeforeOutages(evidence, read) &&
      !('starts' in life && mayBeGone(life, read)),
  );
}

/** Calls that are good whatever there is. */
export function anyTime<M extends CriMethod>(evidence: Evidence, rpc: M): readonly RecordedCall<M>[] {
  return evidence.of(rpc).filter((call) => isBeforeOutages(evidence, call));
}

/** Scenarios make up names of what does not exist: handlers, programs, profiles. */
function isGood(evidence: Evidence, call: RecordedCall): boolean {
  return !JSON.stringify(call.request).includes(madeUpIdPrefix) && isBeforeOutages(evidence, call);
}

/** A creation under the same name whose end nobody knows, or that is not over. */
function hasDoubtfulTwin<C extends CreateCall>(creations: readonly C[], call: C): boolean {
  return creations.some(
    (other) =>
      other !== call &&
      isSameThing(other, call) &&
      attemptOf(other) === attemptOf(call) &&
      !beganAfter(other, call) &&
      (isUnsure(other) || !beganAfter(call, other)),
  );
}

/** Nobody killed its processes before the call was over. */
function isAlive(evidence: Evidence, { id }: SandboxHistory, call: RecordedCall): boolean {
  return evidence
    .processesKilled()
    .every(({ sandbox, atMs }) => sandbox !== id || atMs >= (call.endedMs ?? Infinity));
}
