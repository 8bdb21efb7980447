// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import type { Step } from './step.js';
import type { CallFault } from './fault.js';

/** What a target or host must offer; otherwise the scenario is unsupported there, with the reason. */
export type Need =
  | 'pod-network'
  | 'user-namespaces'
  | 'image-volumes'
  | 'supplemental-groups-policy'
  | 'privileged-containers'
  | 'runtime-classes'
  | 'named-handler'
  | 'block-device'
  | 'daemon-stop'
  | 'daemon-crash'
  | 'daemon-restart'
  | 'daemon-upgrade'
  /** Something can happen on the node between the end of one version and the start of the other. */
  | 'daemon-upgrade-apart'
  /** The old version can come back. */
  | 'daemon-rollback';

/** A docker-registry secret with which the kubelet may pull from the test registry. */
export interface PullSecret {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** A pod and what happens to it, without assertions. */
export interface Scenario {
  /** `subject.name`; never renamed. */
  readonly id: string;
  /** A sentence in the present tense. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** The first kubelet minor that can play it, such as `1.29`. */
  readonly since?: string;
  /** Image references start with `registry.test/`, which the runner replaces by our registry. */
  readonly pod: Pod;
  /** The pod's source; `file` is a static pod. Default: `api`. */
  readonly source?: 'api' | 'file';
  /** Feature gates of the kubelet, which are off by default. */
  readonly gates?: readonly 'ContainerStopSignals'[];
  /** API objects besides the pod. */
  readonly objects?: Partial<ClusterObjects>;
  /** Prefix of images that the kubelet's garbage collection may remove; absent: it removes none. */
  readonly ownImages?: string;
  readonly pullSecrets?: readonly PullSecret[];
  /** It mostly waits, about so long: it begins before the others, and the run does not end with it alone. */
  readonly waitsMs?: number;
  /** Its pods get cgroups named after their uids, whatever the cgroup driver. */
  readonly ownCgroup?: true;
  /** Faults from the beginning on. */
  readonly faults?: readonly CallFault[];
  readonly steps: readonly Step[];
  /** Contract ids that a run on a faithful runtime exercises; a harness spec checks them. */
  readonly exercises: readonly ContractId[];
}
