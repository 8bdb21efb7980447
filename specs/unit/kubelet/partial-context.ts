// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import type { KubeletContext } from '#kubelet/context/kubelet-context.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import { paces } from '#kubelet/model/pace.js';
import { traitsOf } from '#kubelet/versions/traits.js';

interface ContextParts {
  readonly call: RuntimeCall;
  readonly clock: Clock;
  readonly node?: NodeFiles;
  readonly version?: string;
  readonly notes?: string[];
  readonly signal?: AbortSignal;
}

/** A context with what the step under test needs, and nothing else. */
export function partialContext({
  call,
  clock,
  node,
  version = '1.37',
  notes = [],
  signal,
}: ContextParts): KubeletContext {
  const some: Partial<KubeletContext> = {
    call,
    clock,
    version,
    ...(node && { node }),
    traits: traitsOf(version),
    pace: paces.kubelet,
    signal: signal ?? new AbortController().signal,
    note: (what) => void notes.push(what),
    wallMs: () => 0,
  };
  return some as KubeletContext;
}
