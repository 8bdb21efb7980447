// SPDX-License-Identifier: Apache-2.0

/** Where a runtime of ours leaves something outside of its directory. A ledger that names another place is not one we wrote. */
export const sharedFolders = [
  '/run/containerd/s',
  '/run/containerd',
  '/run/crun',
  '/var/lib/cni/results',
  '/var/lib/cni',
] as const;
export type SharedFolder = (typeof sharedFolders)[number];

export const sharedCgroups = ['/k8s.io', '/crio', '/kubepods.slice'] as const;
/** What CNI remembers of each network it made. */
export const cniResults = '/var/lib/cni/results';
/** Where CRI-O's libraries remember which layers a registry has, whatever the configuration says. */
export const layerCache = '/var/lib/containers/cache';
/** The bridge plugin turns it on. */
export const ipForward = '/proc/sys/net/ipv4/ip_forward';
