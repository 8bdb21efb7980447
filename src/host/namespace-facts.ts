// SPDX-License-Identifier: Apache-2.0
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';
import type { Mount } from './mounts.js';

const kinds = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'] as const;

/** By kind: `net:[4026532200]`; one that cannot be read is absent. */
export type NamespaceIds = { readonly [Kind in (typeof kinds)[number]]?: string };

export function namespacesOf(pid: number, proc = '/proc'): NamespaceIds {
  const read = (kind: string): string => attemptOr('', () => readlinkSync(join(proc, `${pid}/ns/${kind}`)));
  const found = kinds.map((kind) => [kind, read(kind)] as const);
  return Object.fromEntries(found.filter(([, id]) => id !== ''));
}

/**
 * Mount points that keep one of these namespaces alive. Only while a process is in them: the kernel gives the
 * number of a namespace again once that is gone.
 */
export function pinsOf(namespaces: NamespaceIds, mounts: readonly Mount[]): readonly string[] {
  const ids = new Set<string>(Object.values(namespaces));
  return mounts.filter(({ type, root }) => type === 'nsfs' && ids.has(root)).map(({ point }) => point);
}

/** Addresses that the network namespace of the process has, loopback left out; without entering it. */
export function addressesOf(pid: number, proc = '/proc'): readonly string[] {
  const read = (file: string): string => textOfFile(join(proc, `${pid}/net/${file}`));
  const all = [...localAddresses(read('fib_trie')), ...addressesOfSix(read('if_inet6'))];
  return [...new Set(all)].filter((address) => !address.startsWith('127.') && address !== '::1');
}

/** Leaves of the routing trie that are addresses of this host. */
function localAddresses(trie: string): readonly string[] {
  const found: string[] = [];
  let leaf = '';
  for (const line of trie.split('\n')) {
    leaf = /\|-- (\d+(?:\.\d+){3})/.exec(line)?.[1] ?? leaf;
    if (line.includes('/32 host LOCAL')) found.push(leaf);
  }
  return found;
}

/** `fe80…` in 32 digits at the beginning of each line. */
function addressesOfSix(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const digits = /^[0-9a-f]{32}/.exec(line)?.[0];
    return digits === undefined ? [] : [shortened(digits)];
  });
}

/** As RFC 5952 writes it. */
function shortened(digits: string): string {
  const groups = digits.match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}
