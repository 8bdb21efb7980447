// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from '#pod/pod.js';

/** What a kubelet knows about its node and its own settings, as far as it reaches a request. */
export interface NodeFacts {
  readonly nodeName: string;
  readonly nodeIps: readonly string[];
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  /** The text of the node's resolv.conf. */
  readonly resolvConf: string;
  readonly cgroupVersion: 'v1' | 'v2';
  /** As the runtime spells them: 2MB, 1GB. */
  readonly hugePageSizes: readonly string[];
  readonly memoryBytes: number;
  /** The swap controller is there, so limits of it are sent. */
  readonly swapAccounting: boolean;
  /** Parent of the pod's control group; null where the kubelet does not manage pod cgroups. */
  readonly podCgroups: { readonly root: string; readonly driver: 'cgroupfs' | 'systemd' } | null;
  /** Paths of /sys/devices/system/cpu/cpu<N>/thermal_throttle that exist here. */
  readonly thermalThrottlePaths: readonly string[];
  /** What the node can give to pods, as far as it is known: cpu, memory, ephemeral-storage. */
  readonly allocatable?: ResourceList;
  /** Absent: no. */
  readonly seLinux?: boolean;
  /** Absent: not known, so that no pod is turned away for it. */
  readonly appArmor?: boolean;
  /** Names, or prefixes and `*`, of the kernel parameters that pods may set beside the safe ones. */
  readonly allowedUnsafeSysctls?: readonly string[];
}
