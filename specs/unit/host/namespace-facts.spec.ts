// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parseMounts } from '#host/mounts.js';
import { addressesOf, namespacesOf, pinsOf } from '#host/namespace-facts.js';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'criprobe-proc-'));
  mkdirSync(join(proc, '42/ns'), { recursive: true });
  mkdirSync(join(proc, '42/net'));
});
afterEach(() => {
  rmSync(proc, { recursive: true, force: true });
});

it('reads the namespaces that can be read', () => {
  symlinkSync('net:[4026532831]', join(proc, '42/ns/net'));
  symlinkSync('pid:[4026532557]', join(proc, '42/ns/pid'));
  expect(namespacesOf(42, proc)).toEqual({ net: 'net:[4026532831]', pid: 'pid:[4026532557]' });
  expect(namespacesOf(43, proc)).toEqual({});
});

it('finds the mounts that keep a namespace alive', () => {
  const mounts = parseMounts(
    [
      '900 30 0:4 net:[4026532831] /run/netns/cni-1 rw - nsfs nsfs rw',
      '901 30 0:4 net:[4026532999] /run/netns/cni-2 rw - nsfs nsfs rw',
      '902 30 0:5 / /x rw - tmpfs tmpfs rw',
    ].join('\n'),
  );
  expect(pinsOf({ net: 'net:[4026532831]', ipc: 'ipc:[7]' }, mounts)).toEqual(['/run/netns/cni-1']);
});

it('reads the addresses of a network namespace without entering it', () => {
  const trie = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
Local:
  +-- 0.0.0.0/0 2 0 2
     +-- 10.213.102.0/24 2 1 2
        |-- 10.213.102.4
           /32 host LOCAL
        |-- 10.213.102.255
           /32 link BROADCAST
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
`;
  const six = [
    '00000000000000000000000000000001 01 80 10 80       lo',
    'fe80000000000000ace9c0fffe42fc76 02 40 20 80     eth0',
    'fd000000000000000000000000000005 02 40 00 80     eth0',
  ].join('\n');
  writeFileSync(join(proc, '42/net/fib_trie'), trie + trie);
  writeFileSync(join(proc, '42/net/if_inet6'), six);
  expect(addressesOf(42, proc)).toEqual(['10.213.102.4', 'fe80::ace9:c0ff:fe42:fc76', 'fd00::5']);
  expect(addressesOf(43, proc)).toEqual([]);
});
