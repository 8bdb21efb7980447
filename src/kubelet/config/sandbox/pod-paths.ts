// SPDX-License-Identifier: Apache-2.0
export interface PodPaths {
  readonly uid: string;
  readonly rootDir: string;
}

export function podDir(rootDir: string, uid: string): string {
  return `${rootDir}/pods/${uid}`;
}

export function hostsFile(rootDir: string, uid: string): string {
  return `${podDir(rootDir, uid)}/etc-hosts`;
}

export interface SubPathMount {
  readonly volume: string;
  readonly container: string;
  /** Of the mount among those of its container. */
  readonly at: number;
}

/** What stands for a part of a volume. */
export function subPathFile({ uid, rootDir }: PodPaths, { volume, container, at }: SubPathMount): string {
  return `${podDir(rootDir, uid)}/volume-subpaths/${volume}/${container}/${at}`;
}
