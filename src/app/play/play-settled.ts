// SPDX-License-Identifier: Apache-2.0
import { allContainers } from '#kubelet/config/resources/qos.js';
import { paces } from '#kubelet/model/pace.js';
import type { ContainerView, PodController, PodView } from '#kubelet/decide/report/pod-controller.js';
import type { Pod } from '#pod/pod.js';
import type { Probe } from '#pod/probe.js';
import type { PaceName } from '../target/target-options.js';

/** How long a pod may take to run, to end, or to show that it never will. */
const settleMs = 600_000;
const manyFailures = 3;
const manyRestarts = 2;
const tooManyRestarts = 5;
/** What ends at once should be seen to end. */
const calmMs = 1_000;
/** For a probe's answer to become a kill. */
const slackMs = 2_000;

/** Until it goes on running, hooks included, and its probes have had their say; or is over; or keeps failing. */
export async function settled(life: PodController, pace: PaceName, signal: AbortSignal): Promise<void> {
  const allowedMs = watchMs(life.pod, paces[pace].probeScale);
  for (;;) {
    await life.until((view) => isDone(view) || runs(view, life.pod), { timeoutMs: settleMs, signal });
    if (signal.aborted || isDone(life.view())) return;
    const before = instancesOf(life.view());
    const hasChanged = (view: PodView): boolean => isDone(view) || instancesOf(view) !== before;
    if (!(await life.until(hasChanged, { timeoutMs: allowedMs, signal }))) return;
  }
}

function isDone({ terminated, failedSyncs, containers }: PodView): boolean {
  return terminated || failedSyncs >= manyFailures || [...containers.values()].some(([it]) => isLooping(it));
}

/** Started again and again, or about to be. */
function isLooping(latest: ContainerView | undefined): boolean {
  if (latest === undefined || latest.attempt < manyRestarts) return false;
  return latest.state === 'exited' || latest.attempt >= tooManyRestarts;
}

function runs({ syncing, problems, containers }: PodView, { spec }: Pod): boolean {
  const newest = spec.containers.map(({ name }) => containers.get(name)?.[0]);
  return !syncing && problems.length === 0 && newest.every((container) => container?.state === 'running');
}

const instancesOf = ({ containers }: PodView): string =>
  [...containers.values()].map(([it]) => `${it?.id ?? ''} ${it?.state ?? ''}`).join();

/** Until the slowest probe has failed as often as it may. */
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
