// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';

export type ProbeResult = 'success' | 'failure' | 'unknown';

/** prober/results/results_manager.go: the last result of each probe, by container id; absent: none yet. */
export interface ProbeResults {
  readonly liveness: ReadonlyMap<string, ProbeResult>;
  readonly startup: ReadonlyMap<string, ProbeResult>;
  readonly readiness: ReadonlyMap<string, ProbeResult>;
}

export const noProbeResults: ProbeResults = {
  liveness: new Map(),
  startup: new Map(),
  readiness: new Map(),
};

/** prober/prober_manager.go, isContainerStarted: its startup probe, if it has one, has succeeded. */
export function isStarted({ startupProbe }: Container, id: string, { startup }: ProbeResults): boolean {
  return startupProbe === undefined || startup.get(id) === 'success';
}

/** prober/prober_manager.go, UpdatePodStatus: whether a running container is ready. */
export function isReadyNow(container: Container, id: string, probes: ProbeResults): boolean {
  if (!isStarted(container, id, probes)) return false;
  return container.readinessProbe === undefined || probes.readiness.get(id) === 'success';
}
