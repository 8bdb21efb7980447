// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import type { Daemon } from './daemon.js';
import type { PodProcesses } from '#guard/pod-processes.js';

/** What a target needs before it can be launched, and how to get it. */
export type LauncherCheck =
  | { readonly kind: 'ready'; readonly notes: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly fix: string };

/** A way to get a runtime's socket. */
export interface Launcher {
  readonly name: string;
  probe(): Promise<LauncherCheck>;
  /** Probes first. Throws a Failure when the runtime cannot be had; nothing is left behind then. */
  launch(options: LaunchOptions): Promise<Launched>;
}

export interface LaunchOptions {
  /** A directory of ours, absent or empty; everything the launch writes goes below it, and dispose removes it. */
  readonly directory: string;
  /** A directory above it that a runtime in a container has to see as we do: logs, files for pods; absent: only `directory`. */
  readonly shared?: string;
  /** Address `host:port` of the test registry (plain HTTP on loopback). */
  readonly registry: string;
  /** Reference of the pause image in that registry. */
  readonly sandboxImage: string;
  /** Other registries whose images the test registry serves: they are asked for there and nowhere else. */
  readonly mirrored?: readonly string[];
  /** How long a start may take; absent: `startLimitMs`. */
  readonly readyWithinMs?: number;
  /** Images that the reference runtime makes up: any that no registry is there for, or exactly these; absent: none. */
  readonly madeUpImages?: 'any' | readonly string[];
  /** Called, before it is made where that is possible, with everything that a killed harness would leave behind. */
  readonly leaves: (step: CleanupStep) => void;
}

/** A runtime starts in about a second; in an emulated machine it takes fifteen times as long. */
export const startLimitMs = 120_000;

export interface Launched extends AsyncDisposable {
  /** `unix:///path`. */
  readonly endpoint: string;
  readonly imageEndpoint: string;
  readonly description: string;
  /** True when disposing it ends the runtime: it is ours alone. */
  readonly owned: boolean;
  /** What a reader of the verdict should know of this launch (missing capability and the like). */
  readonly notes: readonly string[];
  /** File with the runtime's own log, if we have one. */
  readonly logFile: string | undefined;
  /** Runtime handler to run pods under; '' is the default. */
  readonly handler: string;
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
}
