// SPDX-License-Identifier: Apache-2.0
/** Labels that tell a person which run a pod belongs to (docs/decisions/0003). */
export const runLabel = 'io.criprobe.run';

export function namespaceOf(run: string): string {
  return `criprobe-${run}`;
}
