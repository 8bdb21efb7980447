// SPDX-License-Identifier: Apache-2.0

interface Item {
  readonly id?: string | undefined;
}

const indexes = new WeakMap<readonly Item[], ReadonlyMap<string, Item>>();

/**
 * The first item with that id in a list of an answer. Builds an index once: every object's history searches
 * every list.
 */
export function itemById<T extends Item>(items: readonly T[] | undefined, id: string): T | undefined {
  if (items === undefined) return undefined;
  const known = indexes.get(items) as ReadonlyMap<string, T> | undefined;
  const index = known ?? new Map(items.toReversed().map((item) => [item.id ?? '', item]));
  if (known === undefined) indexes.set(items, index);
  return index.get(id);
}
