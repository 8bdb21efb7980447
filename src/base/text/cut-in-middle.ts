// SPDX-License-Identifier: Apache-2.0

/** Shortens a text to about `length` characters: its beginning, how much is left out, and its end. */
export function cutInMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  const cut = `${text.slice(0, half)} […${text.length - 2 * half} characters left out…] ${text.slice(-half)}`;
  // A slice keeps the whole text in memory; a copy does not.
  return Buffer.from(cut).toString();
}
