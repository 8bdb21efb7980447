// SPDX-License-Identifier: Apache-2.0
/** In the order in which reports show them. */
export const verdictKinds = ['held', 'violated', 'undecided', 'unexercised', 'unsupported'] as const;
