// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client.js';
import type { Tape } from '#evidence/tape.js';
import type { PodProcesses } from '#launchers/pod-processes.js';
import type { KubeletOptions } from '#kubelet/kubelet-options.js';
import type { NodeFiles } from '#kubelet/node-files.js';
import type { Need } from '#scenarios/scenario.js';
import type { Companies } from './companies.js';

/** What all scenarios of a run share. */
export interface Theatre {
  readonly run: string;
  readonly tape: Tape;
  readonly cri: CriClient;
  /** Our registry with the run's prefix. */
  readonly registry: string;
  readonly kubelet: KubeletOptions;
  readonly node: NodeFiles;
  readonly companies: Companies;
  readonly processes: PodProcesses;
  /** Why a need is not met here; undefined when it is. */
  readonly lacks: (need: Need) => string | undefined;
  /** The file in which the runtime keeps its own log, where we can read it. */
  readonly runtimeLog: string | undefined;
  readonly rpcTimeoutMs: number;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Told before a pod is made, so that a killed run can be cleaned up. */
  readonly podWillExist: (uid: string) => void;
}
