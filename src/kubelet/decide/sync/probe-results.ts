// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';

export type ProbeResult = 'success' | 'failure' | 'unknown';

/** What the probes of running containers last said, by container id; absent: no result yet. */
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

/** Whether a running container counts as started: its startup probe, where it has one, has succeeded. */
export function isStarted({ startupProbe }: Container, id: string, { startup }: ProbeResults): boolean {
  return startupProbe === undefined || startup.get(id) === 'success';
}

/** Whether a running container counts as ready. */
export function isReadyNow(container: Container, id: string, probes: ProbeResults): boolean {
  if (!isStarted(container, id, probes)) return false;
  return container.readinessProbe === undefined || probes.readiness.get(id) === 'success';
}
