// SPDX-License-Identifier: Apache-2.0
import type { ManifestDocument } from './manifest-documents.js';
import type { ManifestPlace, Path } from './manifest-place.js';

/** One object of a manifest: a document, or an item of a list. */
export interface ManifestItem {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly place: ManifestPlace;
}

const deepestList = 8;

/** The objects of a document; Lists are unpacked, an empty document has none. */
export function itemsOf({ value, place }: ManifestDocument): readonly ManifestItem[] {
  return value === null ? [] : itemsIn(value, [], place);
}

function itemsIn(value: unknown, path: Path, place: ManifestPlace): readonly ManifestItem[] {
  if (!isObject(value)) throw place.failure(path, 'is not an object');
  const { kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List')) return [{ value, path, place }];
  if (!Array.isArray(items)) throw place.failure([...path, 'items'], 'must be a list');
  if (path.length > 2 * deepestList) throw place.failure(path, 'is nested in too many lists');
  const one = kind.slice(0, -'List'.length);
  return items.flatMap((item: unknown, at) => itemsIn(withKind(item, one), [...path, 'items', at], place));
}

/** Items of a PodList may omit their kind. */
function withKind(item: unknown, kind: string): unknown {
  return kind !== '' && isObject(item) && !('kind' in item) ? { ...item, kind } : item;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
