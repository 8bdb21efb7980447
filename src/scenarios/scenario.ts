// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import type { Step } from './step.js';
import type { CallFault } from './fault.js';

/** What a target or host must offer, or the scenario is unsupported there, with the reason. */
export type Need =
  | 'pod-network'
  | 'user-namespaces'
  | 'image-volumes'
  | 'runtime-classes'
  | 'daemon-stop'
  | 'daemon-crash'
  | 'daemon-restart';

/** A docker-registry secret with which the kubelet may pull from the test registry. */
export interface PullSecret {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** A story without assertions: a pod and what happens to it. */
export interface Scenario {
  /** `subject.story`; never renamed. */
  readonly id: string;
  /** A sentence in the present tense. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** The first kubelet minor that can act in it, as `1.29`. */
  readonly since?: string;
  /** Image references start with `registry.test/`; the runner puts our registry in place of it. */
  readonly pod: Pod;
  /** Where the pod comes from; `file` is a static pod. Default: `api`. */
  readonly source?: 'api' | 'file';
  /** What the API server has beside the pod. */
  readonly objects?: Partial<ClusterObjects>;
  /** The images that the kubelet's garbage collection may remove begin like this; absent: it removes none. */
  readonly ownImages?: string;
  readonly pullSecrets?: readonly PullSecret[];
  /** What is between the kubelet and the runtime from the beginning on. */
  readonly faults?: readonly CallFault[];
  readonly steps: readonly Step[];
  /** Contract ids that a run against a faithful runtime exercises; a harness spec holds us to it. */
  readonly exercises: readonly ContractId[];
}
