// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import type { HostPath } from '#pod/volume.js';
import type { HostFiles } from '#files/host-files.js';
import type { NodeFileKind } from '#files/read-bounded.js';

const kinds: Readonly<Record<string, NodeFileKind>> = {
  DirectoryOrCreate: 'directory',
  Directory: 'directory',
  FileOrCreate: 'file',
  File: 'file',
  Socket: 'socket',
  CharDevice: 'character device',
  BlockDevice: 'block device',
};

/**
 * pkg/volume/hostpath/host_path.go, checkType: checks the type of the path, and creates it if the type says
 * so. No type: no check.
 */
export async function checkHostPath(
  node: HostFiles,
  { path, type = '' }: HostPath,
): Promise<{ readonly problem: string } | undefined> {
  if (type === '') return undefined;
  const wanted = kinds[type];
  if (wanted === undefined) return { problem: `${type} is not a hostPath volume type` };
  const found =
    (await node.look(path)) ?? (type.endsWith('OrCreate') ? await made(node, path, wanted) : undefined);
  if (found?.kind === wanted) return undefined;
  return { problem: `hostPath type check failed: ${path} is not a ${wanted}` };
}

/** A file is created only in an existing directory. */
async function made(node: HostFiles, path: string, wanted: NodeFileKind): ReturnType<HostFiles['look']> {
  if (wanted === 'directory') await node.makeDir(path, 0o755);
  else if (await node.look(dirname(path))) await node.makeFile(path);
  return node.look(path);
}
