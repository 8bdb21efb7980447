// SPDX-License-Identifier: Apache-2.0

/** Values of which each may be missing. */
export type FlagLayer<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The lowest layer has everything; in the others, what is undefined lets the one below show. */
export function layered<T extends object>(lowest: T, ...above: readonly FlagLayer<T>[]): T {
  const given = above.map((layer) =>
    Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined)),
  );
  return Object.assign({}, lowest, ...given) as T;
}
