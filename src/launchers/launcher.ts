// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import type { Daemon } from './daemon.js';
import type { PodProcesses } from '#guard/pod-processes.js';

/** What a launcher lacks on this machine, and how to get it. */
export type LauncherCheck =
  | { readonly kind: 'ready'; readonly notes: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly fix: string };

/** A way to get a running runtime. */
export interface Launcher {
  readonly name: string;
  probe(): Promise<LauncherCheck>;
  /** Probes first. Throws a Failure if the runtime cannot start, and then leaves nothing behind. */
  launch(options: LaunchOptions): Promise<LaunchedRuntime>;
}

export interface LaunchOptions {
  /** A directory of ours, absent or empty; the launch writes everything below it, and dispose removes it. */
  readonly directory: string;
  /**
   * A directory above it that a runtime in a container must see at the same path: logs, files for pods;
   * absent: only `directory`.
   */
  readonly shared?: string;
  /** Address `host:port` of the test registry (plain HTTP on loopback). */
  readonly registry: string;
  /** Reference of the pause image in that registry. */
  readonly sandboxImage: string;
  /** Other registries that the test registry mirrors: the runtime asks it and nobody else. */
  readonly mirrored?: readonly string[];
  /** Time limit for a start; absent: `startLimitMs`. */
  readonly readyWithinMs?: number;
  /**
   * Images that the reference runtime synthesizes: any without a registry, or exactly these; absent: none.
   */
  readonly madeUpImages?: 'any' | readonly string[];
  /** Aborts when the run is interrupted: then a start is given up, and the end hurries. */
  readonly interrupted?: AbortSignal | undefined;
  /** Called, if possible in advance, with everything that would be left behind if we were killed. */
  readonly leaves: (step: CleanupStep) => void;
}

/** A runtime starts in about a second; on an emulated machine, in fifteen. */
export const startLimitMs = 120_000;

export interface LaunchedRuntime extends AsyncDisposable {
  /** `unix:///path`. */
  readonly endpoint: string;
  readonly imageEndpoint: string;
  readonly description: string;
  /** Disposing it ends the runtime: it is ours alone. */
  readonly owned: boolean;
  /** What a reader of the verdict should know about this launch, such as a missing capability. */
  readonly notes: readonly string[];
  /** The runtime's own log file, if we have one. */
  readonly logFile: string | undefined;
  /** Runtime handler for pods; '' is the default. */
  readonly handler: string;
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
}
