// SPDX-License-Identifier: Apache-2.0
export type DaemonAct = 'stop' | 'crash' | 'start' | 'restart' | 'replace';

/** The runtime's own process. Pods are meant to outlive it, so it can go and come back while they run. */
export interface Daemon {
  /** Why it cannot be made to do that here, and how it could; undefined when it can. */
  lacks(act: DaemonAct): string | undefined;
  /** Asks it to end; resolves when it has. Its pods go on. */
  stop(): Promise<void>;
  /** As `kill -9` does; resolves when it is gone. Its pods go on. */
  crash(): Promise<void>;
  /** Starts it again on what it left; resolves when it says that it is ready. Thrown: a Failure with the last lines of its log. */
  start(): Promise<void>;
  /** Stop and start, in whatever way is at hand. */
  restart(): Promise<void>;
  /** The next start takes the binaries of this directory. */
  replace(directory: string): Promise<void>;
}
