// SPDX-License-Identifier: Apache-2.0

interface Call {
  readonly rpc: string;
  readonly request: unknown;
}

interface Asked {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly timeout?: string;
}

const first = 28;

/** Without the kills that a kubelet before 1.28 sends again until it sees the effect of the first. */
export function withoutRepeatedKills<T extends Call>(story: readonly T[], version: string): readonly T[] {
  if (Number(version.split('.')[1]) >= first) return story;
  const stopped = new Set<string>();
  const over = new Set<string>();
  let sandbox = '';
  return story.filter((call, at) => {
    const { pod_sandbox_id: id = '', container_id: container = '', timeout } = call.request as Asked;
    switch (call.rpc) {
      case 'RunPodSandbox':
        over.clear();
        return true;
      case 'CreateContainer':
        sandbox = id;
        return true;
      case 'StopPodSandbox': {
        const isRepeated = stopped.has(id) && !isBeforeRemoval(story, at);
        stopped.add(id);
        over.add(id);
        return !isRepeated;
      }
      case 'StopContainer':
      case 'ExecSync':
        return !(
          over.has(sandbox) &&
          container !== '' &&
          (call.rpc === 'StopContainer' || timeout === undefined)
        );
      default:
        return true;
    }
  });
}

function isBeforeRemoval(story: readonly Call[], at: number): boolean {
  return story[at + 1]?.rpc === 'RemovePodSandbox';
}
