// SPDX-License-Identifier: Apache-2.0
/** `error`: the probe says nothing about the container. It is retried, then ignored. */
export type ProbeOutcome = 'success' | 'failure' | 'error';
