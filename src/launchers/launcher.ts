// SPDX-License-Identifier: Apache-2.0
/** What a target needs before it can be launched, and how to get it. */
export type Probe =
  | { readonly kind: 'ready'; readonly notes: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly fix: string };

/** A way to get a runtime's socket. */
export interface Launcher {
  readonly name: string;
  probe(): Promise<Probe>;
  launch(options: LaunchOptions): Promise<Launched>;
}

export interface LaunchOptions {
  /** A directory of ours; everything the launch writes goes below it, and dispose empties it. */
  readonly directory: string;
  /** Address `host:port` of the test registry (plain HTTP on loopback). */
  readonly registry: string;
  /** Reference of the pause image in that registry. */
  readonly sandboxImage: string;
  /** Called with every pid (process group leader) and path that a killed harness would leave behind. */
  readonly leaves: (trace: Trace) => void;
}

/** What `criprobe cleanup` has to undo when we die before we can. */
export type Trace =
  | { readonly kind: 'process-group'; readonly pid: number; readonly startTicks: string }
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'bridge'; readonly name: string }
  | { readonly kind: 'cgroup'; readonly path: string };

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
  /** Runtime handlers to run pods under; '' is the default. */
  readonly handler: string;
}
