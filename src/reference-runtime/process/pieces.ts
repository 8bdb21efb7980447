// SPDX-License-Identifier: Apache-2.0
const maxPieceBytes = 64 * 1024;
const linesPerPiece = 1000;

export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += maxPieceBytes) yield bytes.subarray(at, at + maxPieceBytes);
}

/** The same byte, repeated. */
export function* filler(count: number): Generator<Buffer> {
  const piece = Buffer.alloc(Math.min(count, maxPieceBytes), 'x');
  for (let left = count; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

/** A line for each number of a range, many at a time. */
export function* numberedPieces(
  [first, last]: readonly [number, number],
  line: (n: number) => string,
): Generator<string> {
  for (let from = first; from <= last; from += linesPerPiece) {
    let text = '';
    for (let n = from; n <= last && n < from + linesPerPiece; n++) text += line(n);
    yield text;
  }
}
