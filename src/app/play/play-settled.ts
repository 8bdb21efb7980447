// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import { allContainers } from '#kubelet/config/resources/qos.js';
import { isSidecar, restartsAfter } from '#kubelet/decide/sync/should-restart.js';
import { paces } from '#kubelet/model/pace.js';
import type { ContainerView, PodController, PodView } from '#kubelet/decide/report/pod-controller.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Probe } from '#pod/probe.js';
import type { PaceName } from '../target/target-options.js';

/** How long a pod may take to run, to end, or to show that it never will. */
const settleMs = 600_000;
/** Without a change or a call in flight: an init container may wait for something that never comes. */
const idleMs = 120_000;
const manyFailures = 3;
const manyRestarts = 2;
const tooManyRestarts = 5;
/** A container that exits at once must be seen to exit. */
const calmMs = 1_000;
/** Time for a failed probe to become a kill. */
const slackMs = 2_000;

export interface SettleOptions {
  /**
   * The pod as in its manifest: an old kubelet drops unknown fields, and runs a sidecar as an init container.
   */
  readonly written: Pod;
  readonly pace: PaceName;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Waits until the pod is stable (hooks done, probes answered), has ended, or keeps failing. Always returns.
 */
export async function settled(life: PodController, settling: SettleOptions): Promise<void> {
  const { pace, clock, signal } = settling;
  const allowedMs = watchMs(life.pod, paces[pace].probeScale);
  const endMs = clock.nowMs() + settleMs + allowedMs;
  while (clock.nowMs() < endMs) {
    await comesToRest(life, settling, endMs);
    if (signal.aborted || isDone(life.view())) return;
    const before = instancesOf(life.view());
    const hasChanged = (view: PodView): boolean => isDone(view) || instancesOf(view) !== before;
    if (!(await life.until(hasChanged, { timeoutMs: allowedMs, signal }))) return;
  }
}

/** Waits until the pod is at rest, or seems stuck. */
async function comesToRest(life: PodController, settling: SettleOptions, endMs: number): Promise<void> {
  const { written, clock, signal } = settling;
  const isThere = (view: PodView): boolean => isDone(view) || isAtRest(view, life.pod, written);
  while (!signal.aborted && !isThere(life.view())) {
    const before = instancesOf(life.view());
    const timeoutMs = Math.min(idleMs, endMs - clock.nowMs());
    const moves = (view: PodView): boolean => isThere(view) || instancesOf(view) !== before;
    const moved = timeoutMs > 0 && (await life.until(moves, { timeoutMs, signal }));
    if (!moved && (timeoutMs <= 0 || !life.view().syncing)) return;
  }
}

function isDone({ terminated, failedSyncs, containers }: PodView): boolean {
  return terminated || failedSyncs >= manyFailures || [...containers.values()].some(([it]) => isLooping(it));
}

/** Restarted again and again, or about to be. */
function isLooping(latest: ContainerView | undefined): boolean {
  if (latest === undefined || latest.attempt < manyRestarts) return false;
  return latest.state === 'exited' || latest.attempt >= tooManyRestarts;
}

/** The kubelet has nothing left to do. */
function isAtRest(view: PodView, pod: Pod, written: Pod): boolean {
  if (view.syncing || view.problems.length > 0) return false;
  if (isBehindSidecar(view, pod, written)) return true;
  return pod.spec.containers.every((container) => stays(view, pod, container));
}

/**
 * The kubelet takes a sidecar for an init container: it does not exit, so the containers after it never
 * start.
 */
function isBehindSidecar(view: PodView, pod: Pod, written: Pod): boolean {
  return (written.spec.initContainers ?? []).some((container, at) => {
    const known = pod.spec.initContainers?.[at];
    const isMistaken = isSidecar(container) && known !== undefined && !isSidecar(known);
    return isMistaken && view.containers.get(container.name)?.[0]?.state === 'running';
  });
}

/** The container runs, or has exited for good. */
function stays({ containers }: PodView, pod: Pod, container: Container): boolean {
  const newest = containers.get(container.name)?.[0];
  if (newest?.state === 'running') return true;
  return newest?.state === 'exited' && !restartsAfter({ pod }, container, newest.exitCode ?? 0);
}

const instancesOf = ({ containers }: PodView): string =>
  [...containers.values()].map(([it]) => `${it?.id ?? ''} ${it?.state ?? ''}`).join();

/** Until the slowest probe has reached its failure threshold. */
function watchMs(pod: Pod, scale: number): number {
  const probes = allContainers(pod).flatMap(({ livenessProbe, readinessProbe, startupProbe }) => [
    untilSaid(startupProbe) + Math.max(untilSaid(livenessProbe), untilSaid(readinessProbe)),
  ]);
  const seconds = Math.max(0, ...probes);
  return seconds === 0 ? calmMs : 1000 * seconds * scale + slackMs;
}

function untilSaid(probe: Probe | undefined): number {
  if (probe === undefined) return 0;
  const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe;
  return initialDelaySeconds + periodSeconds * failureThreshold;
}
