// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from './cleanup-step.js';

/** Which boot of which machine, and which namespace of processes. */
export interface RunPlace {
  readonly boot: string;
  readonly processes: string;
}

/** First line of a ledger. */
export interface LedgerHead {
  readonly run: string;
  readonly pid: number;
  /** Tells our process from a later one with the same pid. */
  readonly startTicks: string;
  /** Where pids mean what they mean for it; ledgers of the first version do not say. */
  readonly place?: RunPlace | undefined;
  readonly startedAt: string;
  /** Namespace of the run's pods. */
  readonly namespace: string;
}

/** A runtime the run talks to. */
export interface LedgerEndpoint {
  readonly kind: 'endpoint';
  readonly endpoint: string;
  readonly imageEndpoint: string;
  /** Ours alone: it ends with its process and directory, so its objects need no removal one by one. */
  readonly owned: boolean;
}

export type LedgerEntry =
  | LedgerEndpoint
  | { readonly kind: 'trace'; readonly trace: CleanupStep }
  /** Written before the sandbox is asked for. */
  | { readonly kind: 'pod-uid'; readonly uid: string }
  /** The ids and names that were on the runtime before: never ours, whatever a runtime says of them. */
  | { readonly kind: 'others'; readonly ids: readonly string[] }
  /** Start of every image reference of the run, `127.0.0.1:40001/` for instance. */
  | { readonly kind: 'image-prefix'; readonly prefix: string };
