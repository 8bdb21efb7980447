// SPDX-License-Identifier: Apache-2.0
/** images/image_gc_manager.go, imageRecord. */
export interface SeenImage {
  readonly id: string;
  readonly sizeBytes: number;
  readonly pinned: boolean;
  readonly firstSeenMs: number;
  /** Undefined: never seen in use. */
  readonly lastUsedMs?: number;
}

export interface DiskFigures {
  readonly capacityBytes: number;
  readonly availableBytes: number;
}

export interface ImageLimits {
  /** Percent of the disk in use that starts a removal. */
  readonly highPercent: number;
  /** Percent that ends it. */
  readonly lowPercent: number;
  /** Younger images stay. */
  readonly minAgeMs: number;
}

export const kubeletImageLimits: ImageLimits = { highPercent: 85, lowPercent: 80, minAgeMs: 120_000 };

/**
 * images/image_gc_manager.go, GarbageCollect: how much to free; 0 below the high mark; undefined: the disk
 * reports no capacity, an error.
 */
export function bytesToFree(
  { capacityBytes, availableBytes }: DiskFigures,
  { highPercent, lowPercent }: ImageLimits,
): number | undefined {
  if (capacityBytes <= 0) return undefined;
  const available = Math.min(availableBytes, capacityBytes);
  const usedPercent = 100 - Math.floor((available * 100) / capacityBytes);
  if (usedPercent < highPercent) return 0;
  return Math.max(0, Math.floor((capacityBytes * (100 - lowPercent)) / 100) - available);
}

/** images/image_gc_manager.go, imagesInEvictionOrder: least recently used first, then first detected. */
export function evictable(
  images: Iterable<SeenImage>,
  { inUse, nowMs, minAgeMs }: { inUse: ReadonlySet<string>; nowMs: number; minAgeMs: number },
): readonly SeenImage[] {
  const unused = [...images].filter(({ id, pinned, lastUsedMs, firstSeenMs }) => {
    const usedJustNow = lastUsedMs !== undefined && lastUsedMs >= nowMs;
    return !pinned && !inUse.has(id) && !usedJustNow && nowMs - firstSeenMs >= minAgeMs;
  });
  const lastUse = ({ lastUsedMs }: SeenImage): number => lastUsedMs ?? 0;
  return unused.toSorted((a, b) => lastUse(a) - lastUse(b) || a.firstSeenMs - b.firstSeenMs);
}
