// SPDX-License-Identifier: Apache-2.0
import pc from 'picocolors';
import { noColour, type Palette } from '#report/palette.js';
import type { Io } from './use-case.js';

export function paletteFor({ color }: Pick<Io, 'color'>): Palette {
  return color ? pc.createColors(true) : noColour;
}
