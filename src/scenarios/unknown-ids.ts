// SPDX-License-Identifier: Apache-2.0
/** Ids no runtime ever gave; contracts know them by their beginning. */
export const unknownSandbox = 'criprobe-unknown-sandbox';
export const unknownContainer = 'criprobe-unknown-container';
