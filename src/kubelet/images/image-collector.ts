// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import type { NoteSink } from '../context/kubelet-context.js';
import type { Traits } from '../versions/traits.js';
import {
  bytesToFree,
  evictable,
  type DiskFigures,
  type ImageLimits,
  type SeenImage,
} from './image-eviction.js';
import { readImageUse, type ImagesInUse } from './image-use.js';
import type { PullRecords } from './pull-records.js';

export interface ImageCollectorPorts {
  readonly call: RuntimeCall;
  readonly traits: Traits;
  readonly note: NoteSink;
  readonly wallMs: () => number;
  readonly records: PullRecords;
  readonly limits: ImageLimits;
  /** Of the file system of a directory; undefined: unknown. */
  readonly diskOf: (directory: string) => Promise<DiskFigures | undefined>;
  /** No other image is ever removed. */
  readonly mayRemove: (image: Image) => boolean;
  readonly pauseImage?: string;
  readonly pods: ReadonlySet<string>;
}

/** Why a collection ended early. */
type Failure = string;

/** images/image_gc_manager.go, realImageGCManager. */
export class ImageCollector {
  readonly #ports: ImageCollectorPorts;
  readonly #seen = new Map<string, SeenImage>();

  constructor(ports: ImageCollectorPorts) {
    this.#ports = ports;
  }

  /** detectImages: which images exist and which are in use. */
  async detect(): Promise<ImagesInUse | undefined> {
    const use = await readImageUse(this.#ports);
    if (use) this.#record(use);
    else this.#ports.note('images could not be detected');
    return use;
  }

  /** GarbageCollect: above the high mark, removes images down to the low mark. `given`: figures used instead of the real disk. */
  async collect(given?: DiskFigures): Promise<Failure | undefined> {
    const { traits, wallMs } = this.#ports;
    const startedMs = wallMs();
    const early = traits.imageDetectionFirst ? await this.detect() : undefined;
    if (traits.imageDetectionFirst && !early) return this.#failed('detection failed');
    const wanted = await this.#bytesToFree(given);
    if (typeof wanted === 'string') return this.#failed(wanted);
    const failed = wanted === 0 ? undefined : await this.#freeAfter(early, wanted, startedMs);
    if (early) await this.#forgetRecords();
    return failed;
  }

  /** DeleteUnusedImages: as under disk pressure. */
  async collectUnused(): Promise<Failure | undefined> {
    return this.#freeAfter(undefined, Number.POSITIVE_INFINITY, this.#ports.wallMs());
  }

  async #freeAfter(
    early: ImagesInUse | undefined,
    wanted: number,
    startedMs: number,
  ): Promise<Failure | undefined> {
    const use = early ?? (await this.detect());
    return use ? this.#free(use, wanted, startedMs) : this.#failed('detection failed');
  }

  #record({ images, inUse }: ImagesInUse): void {
    const nowMs = this.#ports.wallMs();
    const before = new Map(this.#seen);
    this.#seen.clear();
    for (const { id = '', size = '0', pinned = false } of images) {
      const { firstSeenMs, lastUsedMs }: Partial<SeenImage> = before.get(id) ?? {};
      const image = { id, sizeBytes: Number(size), pinned, firstSeenMs: firstSeenMs ?? nowMs };
      const usedMs = inUse.has(id) ? nowMs : lastUsedMs;
      this.#seen.set(id, { ...image, ...(usedMs !== undefined && { lastUsedMs: usedMs }) });
    }
  }

  async #bytesToFree(given: DiskFigures | undefined): Promise<number | string> {
    const { call, diskOf, limits } = this.#ports;
    const answer = await call('ImageFsInfo', {});
    if (!answer.ok) return answer.message;
    const mountpoint = answer.response.image_filesystems?.[0]?.fs_id?.mountpoint ?? '';
    const disk = given ?? (mountpoint === '' ? undefined : await diskOf(mountpoint));
    if (!disk) return `the file system of the images, ${JSON.stringify(mountpoint)}, cannot be measured`;
    return bytesToFree(disk, limits) ?? 'the file system of the images has no capacity';
  }

  async #free({ images, inUse }: ImagesInUse, wanted: number, nowMs: number): Promise<Failure | undefined> {
    const { call, mayRemove, note, limits } = this.#ports;
    const ours = new Set(images.filter(mayRemove).map(({ id }) => id));
    const errors: string[] = [];
    let freed = 0;
    for (const { id, sizeBytes } of evictable(this.#seen.values(), { inUse, nowMs, ...limits })) {
      if (id === '' || !ours.has(id)) continue;
      const answer = await call('RemoveImage', { image: { image: id } });
      if (answer.ok) {
        this.#seen.delete(id);
        freed += sizeBytes;
        note('image removed', { id, sizeBytes });
      } else errors.push(answer.message);
      if (freed >= wanted) break;
    }
    if (errors.length > 0) return this.#failed(errors.join(', '));
    return freed < wanted && wanted !== Number.POSITIVE_INFINITY
      ? this.#failed(`${String(wanted)} bytes were to be freed, ${String(freed)} were`)
      : undefined;
  }

  async #forgetRecords(): Promise<void> {
    const { records, traits } = this.#ports;
    if (traits.pullCredentialsRemembered) await records.prune(new Set(this.#seen.keys()));
  }

  #failed(why: string): Failure {
    this.#ports.note('image garbage collection failed', { why });
    return why;
  }
}
