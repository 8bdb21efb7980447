// SPDX-License-Identifier: Apache-2.0
/** `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The single range of the header; `whole` if we do not support the header, `outside` if no byte is in range.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const match = /^bytes=(?:-(?<suffix>\d+)|(?<first>\d+)-(?<last>\d*))$/.exec(header ?? '');
  if (match?.groups === undefined) return 'whole';
  const { suffix, first, last } = match.groups;
  const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
  const end = last === undefined || last === '' ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : 'outside';
}
