// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { allContainers } from '#kubelet/config/resources/qos.js';
import { isRead } from '../heard-call.js';
import { withoutRepeatedKills } from './repeated-kills.js';
import { isCall, type RecordedCall, type Recording } from '../recording.js';

/** The calls that are compared one by one: changes, hooks, probes and images. */
export function storyOf<T extends { readonly rpc: string; readonly request: unknown }>(
  calls: readonly T[],
  version: string,
): readonly T[] {
  const story = calls.filter((call) => !isRead(call) && !isPauseLookUp(call));
  return withoutRepeatedKills(withoutSecondRemovals(story), version);
}

/** Tolerated: two of a kubelet's workers remove the same container. */
function withoutSecondRemovals<T extends { readonly rpc: string; readonly request: unknown }>(
  calls: readonly T[],
): readonly T[] {
  const removed = new Set<unknown>();
  return calls.filter(({ rpc, request }) => {
    if (rpc !== 'RemoveContainer') return true;
    const { container_id: id } = request as { readonly container_id?: string };
    const isFirst = !removed.has(id);
    removed.add(id);
    return isFirst;
  });
}

/** Tolerated: a look-up of the pause image belongs to the node. */
export function isPauseLookUp({
  rpc,
  request,
}: {
  readonly rpc: string;
  readonly request: unknown;
}): boolean {
  const { image } = request as { readonly image?: { readonly image?: string } };
  return rpc === 'ImageStatus' && /(^|\/)pause[:@]/.test(image?.image ?? '');
}

/** Probes have a timeout, hooks never do. */
export function isProbe({ rpc, request }: { readonly rpc: string; readonly request: unknown }): boolean {
  return rpc === 'ExecSync' && (request as { readonly timeout?: string }).timeout !== undefined;
}

export function isPreStop(call: { readonly rpc: string; readonly request: unknown }, pod: Pod): boolean {
  if (call.rpc !== 'ExecSync' || isProbe(call)) return false;
  const asked = JSON.stringify((call.request as { readonly cmd?: readonly string[] }).cmd);
  return allContainers(pod).some(
    ({ lifecycle }) => JSON.stringify(lifecycle?.preStop?.exec?.command) === asked,
  );
}

export interface Count {
  readonly calls: number;
  readonly probes: number;
}

export function countOf(story: readonly { readonly rpc: string; readonly request: unknown }[]): Count {
  const last = story.findLastIndex((call) => !isProbe(call));
  const calls = story.filter((call) => !isProbe(call)).length;
  return { calls, probes: story.length - last - 1 };
}

export const isEnough = (made: Count, wanted: Count): boolean =>
  made.calls > wanted.calls || (made.calls === wanted.calls && made.probes >= wanted.probes);

export interface Turn {
  readonly mark: string;
  /** What precedes it: calls of the story except probes, and probes after the last of them. */
  readonly after: Count;
  /** What the recording shows next, which tells whom it happened to. */
  readonly then: readonly RecordedCall[];
}

const ending: ReadonlySet<string> = new Set([
  'StopContainer',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
]);

/** The marks of a recording, each at the call before it. */
export function turnsOf({ lines, pod, version }: Recording): readonly Turn[] {
  return lines.flatMap((line, at) => {
    if (isCall(line)) return [];
    const before = storyOf(lines.slice(0, at).filter(isCall), version);
    const then = lines.slice(at + 1).filter(isCall);
    const story = storyOf(then, version);
    const unnoticed = line.mark === 'pod deleted' ? story.slice(0, beforeEnd(story, pod)) : [];
    return [{ mark: line.mark, after: countOf([...before, ...unnoticed]), then }];
  });
}

/** A kubelet checks for deleted manifests once a second: until it kills, it does not know. */
function beforeEnd(story: readonly RecordedCall[], pod: Pod): number {
  const at = story.findIndex((call) => ending.has(call.rpc) || isPreStop(call, pod));
  return Math.max(at, 0);
}
