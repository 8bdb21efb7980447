// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import type { Daemon } from '#launchers/daemon.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { CgroupDriver } from '../preflight/cgroup-driver.js';
import type { ReadyRuntime } from '../preflight/preflight.js';

/** A runtime that passed the preflight, connected. */
export interface Target {
  readonly ready: ReadyRuntime;
  readonly cri: CriClient;
  readonly handler: string;
  readonly cgroupDriver: CgroupDriver;
  /** Which cgroups pods get, as from a kubelet configured for this runtime. */
  readonly podCgroups: NodeFacts['podCgroups'];
  /** How long one image and one sandbox took: the speed of this node. */
  readonly trialMs: number;
  readonly launcher: string;
  /** The built-in one, started by us. */
  readonly isReference: boolean;
  /** Flags that select the same target again, to paste. */
  readonly flags: string;
  readonly why: string;
  readonly notes: readonly string[];
  /** Log file of a runtime that we started. */
  readonly logFile: string | undefined;
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
  readonly close: () => Promise<void>;
}
