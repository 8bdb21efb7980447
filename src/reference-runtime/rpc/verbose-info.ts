// SPDX-License-Identifier: Apache-2.0
/** The map of a verbose answer: one entry, JSON. */
export const verboseInfo = (value: unknown): Readonly<Record<string, string>> => ({
  info: JSON.stringify(value),
});
