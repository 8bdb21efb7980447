// SPDX-License-Identifier: Apache-2.0

interface Call {
  readonly rpc: string;
  readonly request: unknown;
}

interface StopRequest {
  readonly pod_sandbox_id?: string;
  readonly timeout?: string;
}

const first = 28;

/** Without the kills that a kubelet before 1.28 repeats until it sees the effect of the first. */
export function withoutRepeatedKills<T extends Call>(story: readonly T[], version: string): readonly T[] {
  if (Number(version.split('.')[1]) >= first) return story;
  const stopped = new Set<string>();
  return story.filter((call, at) => {
    const sandbox = sandboxOf(story, at);
    const isAgain = stopped.has(sandbox);
    if (call.rpc !== 'StopPodSandbox') return !(isAgain && isKill(call));
    stopped.add(sandbox);
    return !isAgain || story[at + 1]?.rpc === 'RemovePodSandbox';
  });
}

/** The named one, or that of the last container. */
function sandboxOf(story: readonly Call[], at: number): string {
  const named = story
    .slice(0, at + 1)
    .findLast(({ rpc }, place) => rpc === 'CreateContainer' || (rpc === 'StopPodSandbox' && place === at));
  return (named?.request as StopRequest | undefined)?.pod_sandbox_id ?? '';
}

/** A stop of a container, or its hook: probes have a timeout. */
function isKill({ rpc, request }: Call): boolean {
  return rpc === 'StopContainer' || (rpc === 'ExecSync' && (request as StopRequest).timeout === undefined);
}
