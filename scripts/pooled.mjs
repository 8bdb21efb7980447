// SPDX-License-Identifier: Apache-2.0

/** What `work` gives for each, in their order; `width` of them are under way at a time. */
export async function pooled(all, width, work) {
  const results = [];
  const waiting = all.entries();
  const worker = async () => {
    for (const [at, each] of waiting) results[at] = await work(each);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
