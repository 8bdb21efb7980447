// SPDX-License-Identifier: Apache-2.0
const wills = new Set<() => Promise<unknown>>();

/** What is to be done if this process ends in a way that nobody foresaw. Call the result when it is not needed any more. */
export function leaveLastWill(will: () => Promise<unknown>): () => void {
  wills.add(will);
  return () => {
    wills.delete(will);
  };
}

/** Does it, as far as it can be done in the time. */
export async function doLastWills(withinMs: number): Promise<void> {
  const done = Promise.allSettled([...wills].map((will) => will()));
  wills.clear();
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, withinMs))]);
}
