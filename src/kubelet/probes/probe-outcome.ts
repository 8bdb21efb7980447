// SPDX-License-Identifier: Apache-2.0
/** `error`: nothing was learned about the container; the question is repeated, and then forgotten. */
export type ProbeOutcome = 'success' | 'failure' | 'error';
