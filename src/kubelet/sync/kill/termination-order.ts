// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { isSidecar } from '../../decide/sync/should-restart.js';
import type { PodSync } from '../../context/kubelet-context.js';

/**
 * kuberuntime_termination_order.go: a sidecar ends after every regular container and after the sidecars that
 * follow it.
 */
export interface TerminationOrder {
  /** Resolves when it is this container's turn, or at the timeout. */
  waitForTurn(name: string, timeoutMs: number): Promise<void>;
  containerTerminated(name: string): void;
}

/** kuberuntime_termination_order.go, newTerminationOrdering. Undefined: no sidecars, so no order. */
export function terminationOrder(
  { pod, ctx: { clock, signal, traits } }: PodSync,
  running: readonly string[],
): TerminationOrder | undefined {
  const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name);
  if (sidecars.length === 0 || !traits.sidecars) return undefined;
  const terminated = new Map(running.map((name) => [name, new AbortController()]));
  return {
    waitForTurn: async (name, timeoutMs) => {
      const until = clock.nowMs() + timeoutMs;
      for (const prerequisite of endsBefore(pod, sidecars, name)) {
        const ended = terminated.get(prerequisite)?.signal;
        if (!ended || ended.aborted) continue;
        await clock.sleep(Math.max(0, until - clock.nowMs()), AbortSignal.any([ended, signal]));
      }
    },
    containerTerminated: (name) => terminated.get(name)?.abort(),
  };
}

function endsBefore(pod: Pod, sidecars: readonly string[], name: string): readonly string[] {
  const at = sidecars.indexOf(name);
  return at < 0 ? [] : [...pod.spec.containers.map((each) => each.name), ...sidecars.slice(at + 1, at + 2)];
}
