// SPDX-License-Identifier: Apache-2.0

/**
 * Places outside its directory where any runtime leaves something. A ledger that names another place was not
 * written by us.
 */

/** CNI's cache of the networks it created. */
export const cniResults = '/var/lib/cni/results';
export const cniDirectories: readonly string[] = [cniResults, '/var/lib/cni'];
