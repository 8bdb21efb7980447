// SPDX-License-Identifier: Apache-2.0

/** Where a runtime leaves something outside of its directory, whichever it is. A ledger that names another place is not one we wrote. */

/** What CNI remembers of each network it made. */
export const cniResults = '/var/lib/cni/results';
export const cniDirectories: readonly string[] = [cniResults, '/var/lib/cni'];
