// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import type { NodeFiles } from '../../context/node-files.js';
import type { Payload } from './payload.js';

const current = '..data';

interface PayloadTarget {
  readonly path: string;
  readonly payload: Payload;
  readonly wallMs: number;
}

/**
 * pkg/volume/util/atomic_writer.go, Write: files go to a new directory, then a link switches to it. False:
 * nothing changed.
 */
export async function writePayload(
  node: NodeFiles,
  { path, payload, wallMs }: PayloadTarget,
): Promise<boolean> {
  const before = await node.realPath(`${path}/${current}`);
  if (before !== undefined && (await holds(node, before, payload))) return false;
  const name = `..${stamp(wallMs)}.${randomInt(1_000_000_000, 4_294_967_295)}`;
  const dir = `${path}/${name}`;
  await node.makeDir(dir, 0o755);
  for (const [file, { content, mode }] of payload) await node.writeFile(`${dir}/${file}`, content, mode);
  await node.link(name, `${path}/..data_tmp`);
  await node.rename(`${path}/..data_tmp`, `${path}/${current}`);
  const tops = new Set([...payload.keys()].map((file) => file.split('/')[0] ?? file));
  for (const top of tops) await node.link(`${current}/${top}`, `${path}/${top}`);
  for (const left of await node.list(path)) {
    if (!tops.has(left) && !left.startsWith('..')) await node.remove(`${path}/${left}`);
  }
  // Somebody else may have changed the link.
  if (before !== undefined && dirname(before) === path) await node.remove(before);
  return true;
}

async function holds(node: NodeFiles, dir: string, payload: Payload): Promise<boolean> {
  const there = await filesBelow(node, dir, '');
  if (there.length !== payload.size) return false;
  for (const [file, { content }] of payload) {
    const text = await node.readFile(`${dir}/${file}`);
    if (text !== new TextDecoder().decode(content)) return false;
  }
  return true;
}

async function filesBelow(node: NodeFiles, dir: string, prefix: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await node.list(dir)) {
    const path = `${dir}/${name}`;
    const isDir = (await node.look(path))?.kind === 'directory';
    found.push(...(isDir ? await filesBelow(node, path, `${prefix}${name}/`) : [`${prefix}${name}`]));
  }
  return found;
}

/** UTC; a kubelet uses the node's time zone. Nobody reads it. */
function stamp(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace(/[-T:]/g, '_');
}
