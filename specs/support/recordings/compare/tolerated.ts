// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';
import { isProbe, storyOf } from './story.js';

/** What may differ between a recording and our kubelet, and why. Nothing else may. */
export const tolerated = {
  'generated values':
    'uid, object ids, image ids, pod addresses, times and the random part of a file name are new in every run: both sides carry names instead',
  'a second of deadline': 'a recorded deadline has lost what passed until the call was seen',
  'map order': 'variables and DNS options leave a kubelet in the order of a Go map',
  'stops at once':
    'containers that are killed in parallel are stopped in no fixed order; who waits for whom is compared',
  'removals in a row': 'RemoveContainer of several containers runs in no fixed order',
  'second removals':
    'a dead init container is removed by the sync and by the deletor at the same time: whether the second still finds it is a race',
  'removals beside the end':
    'a dead instance is removed when a relist has shown a death: that may be just before or just after the sandbox of the same kill is stopped',
  'probes in between':
    'probes tick on their own: compared per container instance, not against the calls about others; the last instance lives as long as the recording went on',
  'look-up of a pause image': 'the kubelet asks for it on behalf of the node, not of the pod',
  'repeated kills':
    'a kubelet before 1.28 kills again until it sees the effect of the first kill; how often depends on its relists',
  'rounds of a crash loop':
    'how often a container was restarted, or an image pulled in vain, depends on when the pod was deleted: compared as far as the shorter of the two went, one restart or pull at least',
  'time of relists':
    'what a relist reads comes when the relist comes: a recorded read has to be made in its phase or in one of the two after it',
} as const;

/** The README of the recordings, and `deadline_ms` itself, say as much. */
export const deadlineToleranceMs = 1000;

/** Images, hooks and mutations, without probes. */
export function comparable(calls: readonly CanonicalCall[], version: string): readonly CanonicalCall[] {
  const story = storyOf(calls, version).filter((call) => !isProbe(call));
  return story.map((call) => ({ ...call, request: ordered(call.request) }));
}

/** Puts calls without a defined order in a fixed one. */
export const settled = (story: readonly CanonicalCall[]): readonly CanonicalCall[] =>
  inFixedOrder(afterStop(story));

/**
 * Moves removals right before the sandbox is stopped behind it; but not before the stop that its own removal
 * begins with.
 */
function afterStop(story: readonly CanonicalCall[]): readonly CanonicalCall[] {
  const ordered: CanonicalCall[] = [];
  story.forEach((call, at) => {
    const isKill = call.rpc === 'StopPodSandbox' && story[at + 1]?.rpc !== 'RemovePodSandbox';
    const before = isKill
      ? ordered.findLastIndex(({ rpc }) => rpc !== 'RemoveContainer') + 1
      : ordered.length;
    ordered.splice(before, 0, call);
  });
  return ordered;
}

/** Sorts runs of stops with their hooks, and runs of removals, by object; leaves the rest. */
function inFixedOrder(story: readonly CanonicalCall[]): readonly CanonicalCall[] {
  return runsOf(story).flatMap((run) =>
    groupOf(run[0]) === undefined ? run : run.toSorted((a, b) => a.about.localeCompare(b.about)),
  );
}

/** Neighbours that may change places. */
export function runsOf(story: readonly CanonicalCall[]): readonly (readonly CanonicalCall[])[] {
  const runs: CanonicalCall[][] = [];
  for (const call of story) {
    const last = runs.at(-1);
    const group = groupOf(call);
    if (group !== undefined && last !== undefined && groupOf(last[0]) === group) last.push(call);
    else runs.push([call]);
  }
  return runs;
}

function groupOf(call: CanonicalCall | undefined): string | undefined {
  if (call?.rpc === 'RemoveContainer') return 'removal';
  return call?.rpc === 'StopContainer' || call?.rpc === 'ExecSync' ? 'stop' : undefined;
}

interface Config {
  readonly envs?: readonly { readonly key?: string }[];
  readonly dns_config?: { readonly options?: readonly string[] };
}

function ordered(request: unknown): unknown {
  return JSON.parse(JSON.stringify(request), (key, value: unknown) =>
    key === 'config' || key === 'sandbox_config' ? orderedConfig(value as Config) : value,
  ) as unknown;
}

function orderedConfig(config: Config): Config {
  const { envs, dns_config: dns } = config;
  return {
    ...config,
    ...(envs && { envs: envs.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? '')) }),
    ...(dns?.options && { dns_config: { ...dns, options: dns.options.toSorted() } }),
  };
}
