// SPDX-License-Identifier: Apache-2.0
export interface PodPaths {
  readonly uid: string;
  readonly rootDir: string;
}

/** kubelet_getters.go, getPodDir. */
export function podDir(rootDir: string, uid: string): string {
  return `${rootDir}/pods/${uid}`;
}

/** kubelet_pods.go, getEtcHostsPath. */
export function hostsFile(rootDir: string, uid: string): string {
  return `${podDir(rootDir, uid)}/etc-hosts`;
}

export interface SubPathMount {
  readonly volume: string;
  readonly container: string;
  /** Index of the mount in its container. */
  readonly at: number;
}

/** pkg/volume/util/subpath/subpath_linux.go, getSubpathBindTarget. */
export function subPathFile({ uid, rootDir }: PodPaths, { volume, container, at }: SubPathMount): string {
  return `${podDir(rootDir, uid)}/volume-subpaths/${volume}/${container}/${at}`;
}
