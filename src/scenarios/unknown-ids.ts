// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';

/** Ids no runtime ever gave; contracts know them by their beginning. */
export const unknownSandbox: string = `${madeUpIdPrefix}sandbox`;
export const unknownContainer: string = `${madeUpIdPrefix}container`;
