// SPDX-License-Identifier: Apache-2.0
/** The subject of a contract: the first segment of its id. */
export function areaOf(contract: string): string {
  return contract.split('.', 1)[0] ?? contract;
}

export function byArea<T extends { readonly contract: string }>(
  entries: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const areas = new Map<string, T[]>();
  for (const entry of entries) {
    const area = areaOf(entry.contract);
    const others = areas.get(area);
    if (others === undefined) areas.set(area, [entry]);
    else others.push(entry);
  }
  return areas;
}
