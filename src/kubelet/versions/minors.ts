// SPDX-License-Identifier: Apache-2.0
export const oldestMinor = 20;
export const newestMinor = 37;
