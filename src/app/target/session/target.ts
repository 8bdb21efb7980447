// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import type { Daemon } from '#launchers/daemon.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { CgroupDriver } from '../preflight/cgroup-driver.js';
import type { Ready } from '../preflight/preflight.js';

/** A runtime that passed the preflight, connected. */
export interface Target {
  readonly ready: Ready;
  readonly cri: CriClient;
  readonly handler: string;
  readonly cgroupDriver: CgroupDriver;
  /** Where pods are to be put, as a kubelet of this runtime would. */
  readonly podCgroups: NodeFacts['podCgroups'];
  /** How long one image and one sandbox took: how fast this node is. */
  readonly trialMs: number;
  readonly launcher: string;
  /** The built-in one, which we started. */
  readonly isReference: boolean;
  /** What reaches the same target again, for a person to paste. */
  readonly flags: string;
  readonly why: string;
  readonly notes: readonly string[];
  /** The file a runtime of ours writes its log to. */
  readonly logFile: string | undefined;
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
  readonly close: () => Promise<void>;
}
