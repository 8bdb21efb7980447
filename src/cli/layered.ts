// SPDX-License-Identifier: Apache-2.0

/** Values, any of which may be missing. */
export type FlagLayer<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Merges layers: a defined value in a higher layer wins. The lowest layer is complete. */
export function layered<T extends object>(lowest: T, ...above: readonly FlagLayer<T>[]): T {
  const given = above.map((layer) =>
    Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined)),
  );
  return Object.assign({}, lowest, ...given) as T;
}
