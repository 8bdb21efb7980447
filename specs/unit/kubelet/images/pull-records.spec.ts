// SPDX-License-Identifier: Apache-2.0
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { PullRecords } from '#kubelet/images/pull-records.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';

/** A node that takes its time, and tells what it began and what it finished. */
function slowNode(said: string[]): NodeFiles {
  const slowly = (what: string) => async (): Promise<void> => {
    said.push(what);
    await setImmediate();
    said.push(`${what} done`);
  };
  const node: Partial<NodeFiles> = {
    rootDir: '/root',
    makeDir: () => Promise.resolve(),
    writeFile: slowly('write'),
    remove: slowly('remove'),
  };
  return node as NodeFiles;
}

it.each([
  {
    title: 'the last one ends and another begins',
    work: (records: PullRecords) => [records.failed('h/box:1'), records.begin('h/box:1')],
  },
  {
    title: 'another begins and the last one ends',
    work: (records: PullRecords) => [records.begin('h/box:1'), records.failed('h/box:1')],
  },
])('never writes and removes the note of one image at once, and leaves it: $title', async ({ work }) => {
  const said: string[] = [];
  const records = new PullRecords(slowNode(said));
  await records.begin('h/box:1');
  await Promise.all(work(records));
  said.forEach((what, at) => {
    if (at % 2 === 1) expect(what).toBe(`${String(said[at - 1])} done`);
  });
  expect(said.at(-1)).toBe('write done');
});
