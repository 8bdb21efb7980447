// SPDX-License-Identifier: Apache-2.0
/** An absent or empty id matches everything; a prefix is enough. */
export const idFits = (id: string, wanted: string | undefined): boolean => id.startsWith(wanted ?? '');

export function hasLabels(
  labels: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>> | undefined,
): boolean {
  return Object.entries(wanted ?? {}).every(
    ([key, value]) => labels !== undefined && Object.hasOwn(labels, key) && labels[key] === value,
  );
}
