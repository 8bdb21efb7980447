// SPDX-License-Identifier: Apache-2.0
/** How ids begin that we make up, to ask a runtime about what does not exist. */
export const madeUpIdPrefix = 'criprobe-unknown-';

/** Ids no runtime ever gave; contracts know them by their beginning. */
export const unknownSandbox: string = `${madeUpIdPrefix}sandbox`;
export const unknownContainer: string = `${madeUpIdPrefix}container`;
