// SPDX-License-Identifier: Apache-2.0

/** The results of `work` for each item, in order; at most `width` are in progress at a time. */
export async function pooled(all, width, work) {
  const results = [];
  const waiting = all.entries();
  const worker = async () => {
    for (const [at, each] of waiting) results[at] = await work(each);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
