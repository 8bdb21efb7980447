// SPDX-License-Identifier: Apache-2.0
/** How ids begin that we make up, to ask a runtime about what does not exist. */
export const madeUpIdPrefix = 'criprobe-unknown-';
