// SPDX-License-Identifier: Apache-2.0
/** How long the kubelet waits. Which calls it makes does not depend on it. */
export interface Pace {
  /** Between relists while a pod waits for something. Grows to `relistIdleMs` while nothing changes, and in a long wait further. */
  readonly relistMs: number;
  readonly relistIdleMs: number;
  /** Between relists while every pod's sync is in flight. */
  readonly relistBusyMs: number;
  readonly crashInitialMs: number;
  readonly backOffMaxMs: number;
  readonly pullInitialMs: number;
  /** After a sync that failed. */
  readonly retryMs: number;
  readonly resyncMs: number;
  /** A kubelet stretches its waits at random by up to half; the compressed pace does not. */
  readonly jitter: number;
  /** Period of garbage collection; null: only when asked for. */
  readonly garbageMs: number | null;
  readonly imageGarbageMs: number | null;
  readonly housekeepingMs: number | null;
  readonly logScanMs: number | null;
  /** Between Status calls. */
  readonly statusMs: number;
  /** The same while the runtime is not ready. */
  readonly statusUnreadyMs: number;
  /** Before the next sync while the pod network is not ready. */
  readonly networkRetryMs: number;
  /** Factor for the periods and delays of probes. */
  readonly probeScale: number;
}

export const paces: Readonly<Record<'compressed' | 'kubelet', Pace>> = {
  kubelet: {
    relistMs: 1000,
    relistIdleMs: 1000,
    relistBusyMs: 1000,
    crashInitialMs: 10_000,
    backOffMaxMs: 300_000,
    pullInitialMs: 10_000,
    retryMs: 10_000,
    resyncMs: 60_000,
    jitter: 0.5,
    garbageMs: 60_000,
    imageGarbageMs: 300_000,
    housekeepingMs: 2_000,
    logScanMs: 10_000,
    statusMs: 5_000,
    statusUnreadyMs: 5_000,
    networkRetryMs: 1_000,
    probeScale: 1,
  },
  compressed: {
    relistMs: 25,
    relistIdleMs: 100,
    relistBusyMs: 1000,
    crashInitialMs: 1_000,
    backOffMaxMs: 30_000,
    pullInitialMs: 1_000,
    retryMs: 1_000,
    resyncMs: 60_000,
    jitter: 0,
    garbageMs: null,
    imageGarbageMs: null,
    housekeepingMs: null,
    logScanMs: null,
    statusMs: 5_000,
    statusUnreadyMs: 100,
    networkRetryMs: 100,
    probeScale: 0.1,
  },
};
