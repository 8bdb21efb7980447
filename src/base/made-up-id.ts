// SPDX-License-Identifier: Apache-2.0
/** Prefix of ids we make up to ask a runtime about objects that do not exist. */
export const madeUpIdPrefix = 'criprobe-unknown-';

/** Ids that no runtime ever returned; contracts recognise them by the prefix. */
export const unknownSandbox: string = `${madeUpIdPrefix}sandbox`;
export const unknownContainer: string = `${madeUpIdPrefix}container`;
