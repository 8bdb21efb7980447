// SPDX-License-Identifier: Apache-2.0
/** By these a person sees on a runtime which run a pod belongs to (docs/decisions/0003). */
export const runLabel = 'io.criprobe.run';

export function namespaceOf(run: string): string {
  return `criprobe-${run}`;
}
