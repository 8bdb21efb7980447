// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { refusedAtAdmission, type Admission } from '#kubelet/decide/sync/admission.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { FakeRuntime } from '../../fake-runtime.js';
import { liveKubelet } from '../../live-kubelet.js';

const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p', namespace: 'd' },
  spec: { containers: [{ name: 'a', image: 'box:1' }], ...spec },
});
const sysctl = (name: string): Partial<PodSpec> => ({
  securityContext: { sysctls: [{ name, value: '1' }] },
});
const on = (version: string, facts: Admission['facts'] = {}): Admission => ({
  version,
  facts,
  traits: traitsOf(version),
});
const localhost = { type: 'Localhost', localhostProfile: 'x' } as const;

describe('admission', () => {
  it.each<[string, Partial<PodSpec>, Admission, string | undefined]>([
    ['takes a plain pod', {}, on('1.37'), undefined],
    ['takes a safe sysctl', sysctl('net.ipv4.tcp_syncookies'), on('1.20'), undefined],
    ['takes it written with slashes', sysctl('net/ipv4/ip_local_port_range'), on('1.37'), undefined],
    ['refuses an unsafe one', sysctl('net.core.somaxconn'), on('1.37'), 'SysctlForbidden'],
    ['refuses one that was not safe yet', sysctl('net.ipv4.tcp_rmem'), on('1.31'), 'SysctlForbidden'],
    ['takes it when it is', sysctl('net.ipv4.tcp_rmem'), on('1.32'), undefined],
    [
      'takes what the node allows',
      sysctl('kernel.msgmax'),
      on('1.37', { allowedUnsafeSysctls: ['kernel.msg*'] }),
      undefined,
    ],
    [
      'refuses what belongs to the network of the node',
      { ...sysctl('net.ipv4.tcp_syncookies'), hostNetwork: true },
      on('1.37'),
      'SysctlForbidden',
    ],
    [
      'refuses what belongs to the IPC of the node',
      { ...sysctl('kernel.shm_rmid_forced'), hostIPC: true },
      on('1.37'),
      'SysctlForbidden',
    ],
    [
      'refuses a profile without AppArmor',
      { securityContext: { appArmorProfile: localhost } },
      on('1.37', { appArmor: false }),
      'AppArmor',
    ],
    [
      'takes it with AppArmor',
      { securityContext: { appArmorProfile: localhost } },
      on('1.37', { appArmor: true }),
      undefined,
    ],
    [
      'takes no confinement without AppArmor',
      { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
      on('1.37', { appArmor: false }),
      undefined,
    ],
  ])('%s', (...[, spec, admission, reason]) => {
    expect(refusedAtAdmission(podOf(spec), admission)?.reason).toBe(reason);
  });

  it('asks the runtime for nothing, and is over', async () => {
    const runtime = new FakeRuntime();
    const live = liveKubelet(runtime);
    try {
      const life = live.kubelet.add(podOf(sysctl('net.core.somaxconn')));
      expect(life.view()).toMatchObject({ phase: 'Failed', problems: [{ reason: 'SysctlForbidden' }] });
      expect(await life.delete()).toBe('terminated');
      expect(runtime.calls.filter(({ rpc }) => rpc !== 'Status')).toEqual([]);
    } finally {
      await live.end();
    }
  });
});
