// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { hostFacts } from '#app/target/host-facts.js';

const said = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' }).trim();

/** The bit of CAP_SYS_RESOURCE in what the kernel says that this process may. */
function maySysResource(): boolean {
  const effective = /^CapEff:\s+(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return (BigInt(`0x${effective}`) & (1n << 24n)) !== 0n;
}

it('says of this machine what its own programs and the kernel say', () => {
  expect(hostFacts('systemd')).toMatchObject({
    kernel: said('uname', '-sr'),
    cgroupVersion: said('stat', '-fc', '%T', '/sys/fs/cgroup') === 'cgroup2fs' ? 'v2' : 'v1',
    cgroupDriver: 'systemd',
    node: `${said('uname', '-n')}, Node ${process.versions.node}`,
    root: said('id', '-u') === '0',
    lacks: maySysResource() ? [] : ['CAP_SYS_RESOURCE'],
  });
});
