// SPDX-License-Identifier: Apache-2.0

type Paint = (text: string) => string;

/** Terminal colours; picocolors' createColors() returns one. */
export interface Palette {
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
}

const plain: Paint = (text) => text;

export const noColour: Palette = { red: plain, green: plain, yellow: plain, dim: plain, bold: plain };
