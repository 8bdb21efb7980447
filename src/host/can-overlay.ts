// SPDX-License-Identifier: Apache-2.0
import { statfsSync } from 'node:fs';
import type { Machine } from './machine.js';

const overlayMagic = 0x794c7630;

/** An overlay can be mounted over layers in the directory: not where that is an overlay itself. */
export function canOverlay({ overlay }: Machine, directory: string): boolean {
  return overlay && statfsSync(directory).type !== overlayMagic;
}
