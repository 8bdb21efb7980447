// SPDX-License-Identifier: Apache-2.0
type NonNullableFields<T> = { [K in keyof T]: NonNullable<T[K]> };

/**
 * The message without fields at their default (undefined, '', 0, false, '0', empty lists). Empty messages
 * stay.
 */
export function sparse<T extends object>(message: T): Partial<NonNullableFields<T>> {
  const kept = Object.entries(message).filter(([, value]) => !isDefault(value));
  return Object.fromEntries(kept) as Partial<NonNullableFields<T>>;
}

function isDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === '' || value === 0 || value === false || value === '0';
}

/** A map field: absent when empty, unlike a message. */
export function mapField(
  map: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length === 0 ? undefined : map;
}
