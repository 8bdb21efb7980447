// SPDX-License-Identifier: Apache-2.0
const wills = new Set<() => Promise<unknown>>();

/** Registers what to do if the process crashes. Call the result to unregister it. */
export function leaveLastWill(will: () => Promise<unknown>): () => void {
  wills.add(will);
  return () => {
    wills.delete(will);
  };
}

/** Runs all of it, as far as the time allows. */
export async function doLastWills(withinMs: number): Promise<void> {
  const done = Promise.allSettled([...wills].map((will) => will()));
  wills.clear();
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, withinMs))]);
}
