// SPDX-License-Identifier: Apache-2.0
export type DaemonAct = 'stop' | 'crash' | 'start' | 'restart' | 'replace';

/** The runtime's daemon. Pods outlive it, so it can stop and start while they run. */
export interface Daemon {
  /** Why it cannot do that here, and how it could; undefined: it can. */
  lacks(act: DaemonAct): string | undefined;
  /** Stops it gracefully; resolves when it has exited. Its pods go on. */
  stop(): Promise<void>;
  /** Kills it as `kill -9` does; resolves when it is gone. Its pods go on. */
  crash(): Promise<void>;
  /**
   * Starts it again with the state it left; resolves when it reports ready. Throws a Failure with the last
   * lines of its log.
   */
  start(): Promise<void>;
  /** Stop and start, by whatever means there are. */
  restart(): Promise<void>;
  /** The next start uses the binaries in this directory; undefined: those on PATH. */
  replace(directory: string | undefined): Promise<void>;
}
