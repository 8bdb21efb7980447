// SPDX-License-Identifier: Apache-2.0
/** The map people get who ask for more: one entry, JSON. */
export const verboseInfo = (value: unknown): Readonly<Record<string, string>> => ({
  info: JSON.stringify(value),
});
