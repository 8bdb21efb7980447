// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { hostFacts } from '#app/target/host-facts.js';

const said = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' }).trim();

/** The bit of CAP_SYS_RESOURCE in what the kernel says that this process may. */
function maySysResource(): boolean {
  const effective = /^CapEff:\s+(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return (BigInt(`0x${effective}`) & (1n << 24n)) !== 0n;
}

/** By the kinds of the file systems that are there. */
function cgroupsSaid(): string {
  const isV2 = (path: string): boolean => said('stat', '-fc', '%T', path) === 'cgroup2fs';
  if (isV2('/sys/fs/cgroup')) return 'v2';
  return existsSync('/sys/fs/cgroup/unified') && isV2('/sys/fs/cgroup/unified') ? 'hybrid' : 'v1';
}

it('says of this machine what its own programs and the kernel say', () => {
  expect(hostFacts('systemd')).toMatchObject({
    kernel: said('uname', '-sr'),
    cgroupVersion: cgroupsSaid(),
    cgroupDriver: 'systemd',
    node: `${said('uname', '-n')}, Node ${process.versions.node}`,
    root: said('id', '-u') === '0',
    lacks: expect.arrayContaining(maySysResource() ? [] : ['CAP_SYS_RESOURCE']),
  });
});
