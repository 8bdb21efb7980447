// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import type { IdRanges } from '../config/security/user-namespace.js';
import type { ActuatedResources } from '../decide/sync/actuated-resources.js';
import type { BackOff } from '../decide/sync/back-off.js';
import type { ProbeResults } from '../decide/sync/probe-results.js';
import type { PodStatus } from '../decide/report/pod-status.js';
import type { PullState } from '../images/pull-state.js';
import type { RuntimeInfo } from '../model/runtime-info.js';
import type { NodeFacts } from '../model/node-facts.js';
import type { NodeFiles } from './node-files.js';
import type { Pace } from '../model/pace.js';
import type { Traits } from '../versions/traits.js';
import type { RuntimeCall } from './runtime-calls.js';

/** For people. */
export type NoteSink = (what: string, facts?: Record<string, unknown>) => void;

/** A container's log that was rotated. */
export interface RenamedLog {
  /** Id of the container. */
  readonly container: string;
  readonly path: string;
  /** The new name of the file. */
  readonly rotated: string;
}

/** What every step of a kubelet may use. */
export interface KubeletContext {
  readonly call: RuntimeCall;
  readonly clock: Clock;
  readonly node: NodeFiles;
  readonly facts: NodeFacts;
  readonly note: NoteSink;
  readonly onLogRenamed: (log: RenamedLog) => void;
  readonly runtimeHandler: string;
  /** Milliseconds since 1970, to compare with what the runtime reports. */
  readonly wallMs: () => number;
  /** Aborts when the kubelet ends or restarts. */
  readonly signal: AbortSignal;
  readonly crashBackOff: BackOff;
  readonly pullBackOff: BackOff;
  readonly pulls: PullState;
  readonly pace: Pace;
  /** As 1.37. */
  readonly version: string;
  /** What this kubelet's version does. */
  readonly traits: Traits;
  /** Objects of the API other than pods. */
  readonly objects: ClusterObjects;
  /** From the last Status of the runtime. */
  readonly runtimeInfo: () => RuntimeInfo;
  /** The last results of the probes. */
  readonly probeResults: () => ProbeResults;
  /** The resources last given to the runtime for a pod. */
  readonly actuated: (uid: string) => ActuatedResources;
  readonly idRanges: IdRanges;
}

/** One pod in one sync. */
export interface PodSync {
  readonly ctx: KubeletContext;
  readonly pod: Pod;
  readonly uid: string;
  readonly status: PodStatus;
  /** Whether the pod is terminating by now. */
  readonly isEnding?: () => boolean;
}
