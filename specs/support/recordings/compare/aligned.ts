// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';

type Story = readonly CanonicalCall[];

/** A recorded call and ours; undefined where one side has none. */
export type Pair = readonly [CanonicalCall | undefined, CanonicalCall | undefined];

export const label = ({ rpc, about }: CanonicalCall): string => `${rpc} ${about}`.trim();

/** The longest common subsequence of calls, with what is between on either side. */
export function aligned(theirs: Story, ours: Story): readonly Pair[] {
  const lengths = commonLengths(theirs, ours);
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? -1;
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < theirs.length && j < ours.length) {
    if (isSame(theirs[i], ours[j])) pairs.push([theirs[i++], ours[j++]]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) pairs.push([theirs[i++], undefined]);
    else pairs.push([undefined, ours[j++]]);
  }
  return [
    ...pairs,
    ...theirs.slice(i).map((call): Pair => [call, undefined]),
    ...ours.slice(j).map((call): Pair => [undefined, call]),
  ];
}

const isSame = (a: CanonicalCall | undefined, b: CanonicalCall | undefined): boolean =>
  a !== undefined && b !== undefined && label(a) === label(b);

/** Of the remainder from each position. */
function commonLengths(theirs: Story, ours: Story): readonly (readonly number[])[] {
  let below = Array<number>(ours.length + 1).fill(0);
  const rows = [below];
  for (const call of theirs.toReversed()) {
    const row = Array<number>(ours.length + 1).fill(0);
    for (let j = ours.length - 1; j >= 0; j--) {
      const [down = 0, across = 0, right = 0] = [below[j], below[j + 1], row[j + 1]];
      row[j] = isSame(call, ours[j]) ? across + 1 : Math.max(down, right);
    }
    rows.push(row);
    below = row;
  }
  return rows.toReversed();
}
