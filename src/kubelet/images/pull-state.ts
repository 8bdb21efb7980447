// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '../context/node-files.js';
import type { Pace } from '../model/pace.js';
import { PullRecords } from './pull-records.js';
import type { ImageVolumes } from './image-result.js';
import { TokenBucket } from './token-bucket.js';
import { SerialQueue } from '../context/serial-queue.js';

const kubeletPullInitialMs = 10_000;

/** Pulls of one kubelet process: serialized, rate-limited, with their last errors. */
export class PullState {
  readonly queue: SerialQueue = new SerialQueue();
  readonly limit: TokenBucket;
  readonly records: PullRecords;
  /** The last error of a pull, by the key of its back-off. */
  readonly lastErrors: Map<string, string> = new Map();

  /** Image volumes of a sync, by its sandbox config. */
  readonly volumes: WeakMap<object, Promise<ImageVolumes>> = new WeakMap();

  constructor(node: NodeFiles, { pullInitialMs }: Pick<Pace, 'pullInitialMs'>) {
    const haste = kubeletPullInitialMs / pullInitialMs;
    this.limit = new TokenBucket({ perSecond: 5 * haste, burst: 10 * haste });
    this.records = new PullRecords(node);
  }
}
