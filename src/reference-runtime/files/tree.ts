// SPDX-License-Identifier: Apache-2.0
export type FileKind = 'file' | 'dir' | 'link' | 'device' | 'other';

export interface DeviceNode {
  readonly kind: 'block' | 'char';
  /** Major and minor number, as 7:3. */
  readonly number: string;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

export interface FileStat {
  readonly kind: FileKind;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Of a device of the node. */
  readonly device?: DeviceNode;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** One mount: the container's root, a host directory, a shared memory directory. Paths start with `/`. */
export interface Tree {
  stat(path: string): FileStat | undefined;
  read(path: string): Buffer;
  /** Creates, truncates or appends. */
  write(path: string, data: Buffer, how: { readonly append: boolean; readonly owner: Owner }): void;
  mkdir(path: string, owner: Owner): void;
  remove(path: string): void;
  list(path: string): readonly string[];
}
