// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from '#pod/pod.js';

/** Facts about the node, and settings of the kubelet, that reach a request. */
export interface NodeFacts {
  readonly nodeName: string;
  readonly nodeIps: readonly string[];
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  /** The text of the node's resolv.conf. */
  readonly resolvConf: string;
  readonly cgroupVersion: 'v1' | 'v2';
  /** As in the CRI: 2MB, 1GB. */
  readonly hugePageSizes: readonly string[];
  readonly memoryBytes: number;
  /** The swap controller exists, so swap limits are sent. */
  readonly swapAccounting: boolean;
  /** Root of the pod cgroups; null: the kubelet does not manage them. */
  readonly podCgroups: { readonly root: string; readonly driver: 'cgroupfs' | 'systemd' } | null;
  /** Paths of /sys/devices/system/cpu/cpu<N>/thermal_throttle that exist. */
  readonly thermalThrottlePaths: readonly string[];
  /** What the node can give to pods, as far as known: cpu, memory, ephemeral-storage. */
  readonly allocatable?: ResourceList;
  /** Absent: no. */
  readonly seLinux?: boolean;
  /** Absent: unknown, so no pod is rejected for it. */
  readonly appArmor?: boolean;
  /** Sysctls that pods may set besides the safe ones: names, or prefixes with `*`. */
  readonly allowedUnsafeSysctls?: readonly string[];
}
