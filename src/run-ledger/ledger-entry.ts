// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from './cleanup-step.js';

/** The boot and the pid namespace of a run. */
export interface RunPlace {
  readonly boot: string;
  readonly processes: string;
}

/** First line of a ledger. */
export interface LedgerHead {
  readonly run: string;
  readonly pid: number;
  /** Distinguishes our process from a later one with the same pid. */
  readonly startTicks: string;
  /** Where its pid is valid; ledgers of the first version do not say. */
  readonly place?: RunPlace | undefined;
  readonly startedAt: string;
  /** Kubernetes namespace of the run's pods. */
  readonly namespace: string;
}

/** A runtime the run talks to. */
export interface LedgerEndpoint {
  readonly kind: 'endpoint';
  readonly endpoint: string;
  readonly imageEndpoint: string;
  /** Ours alone: it ends with its process and directory, so its objects need not be removed one by one. */
  readonly owned: boolean;
}

export type LedgerEntry =
  | LedgerEndpoint
  | { readonly kind: 'step'; readonly step: CleanupStep }
  /** Written before the sandbox is requested. */
  | { readonly kind: 'pod-uid'; readonly uid: string }
  /** Ids and names that were on the runtime before: never ours, whatever a runtime says about them. */
  | { readonly kind: 'others'; readonly ids: readonly string[] }
  /** Prefix of every image reference of the run, such as `127.0.0.1:40001/`. */
  | { readonly kind: 'image-prefix'; readonly prefix: string };
