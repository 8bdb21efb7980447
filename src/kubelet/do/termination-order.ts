// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { Pod } from '#pod/pod.js';
import { isSidecar } from '../decide/should-restart.js';

/** Sidecars end after the containers they serve: after every regular container, and after the sidecars that follow them. */
export interface TerminationOrder {
  /** Resolves when it is this container's turn, or when the time is up. */
  turnOf(name: string, patienceMs: number): Promise<void>;
  ended(name: string): void;
}

/** Undefined where the pod has no sidecars, so that nothing is ordered. */
export function terminationOrder(
  pod: Pod,
  running: readonly string[],
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): TerminationOrder | undefined {
  const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name);
  if (sidecars.length === 0) return undefined;
  const regular = pod.spec.containers.map(({ name }) => name);
  const gates = new Map(running.map((name) => [name, new AbortController()]));
  const before = (name: string): readonly string[] => {
    const at = sidecars.indexOf(name);
    return at < 0 ? [] : [...regular, ...sidecars.slice(at + 1, at + 2)];
  };
  return {
    turnOf: async (name, patienceMs) => {
      const until = clock.nowMs() + patienceMs;
      for (const other of before(name)) {
        const gate = gates.get(other);
        if (!gate || gate.signal.aborted) continue;
        await clock.sleep(Math.max(0, until - clock.nowMs()), AbortSignal.any([gate.signal, signal]));
      }
    },
    ended: (name) => gates.get(name)?.abort(),
  };
}
