// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { isSidecar } from '../../decide/sync/should-restart.js';
import type { PodSync } from '../../context/kubelet-context.js';

/** Sidecars end after the containers they serve: after every regular container, and after the sidecars that follow them. */
export interface TerminationOrder {
  /** Resolves when it is this container's turn, or when the time is up. */
  waitForTurn(name: string, timeoutMs: number): Promise<void>;
  containerTerminated(name: string): void;
}

/** Undefined where the pod has no sidecars, so that nothing is ordered. */
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
