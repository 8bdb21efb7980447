// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { cgroupDriverOf, driverIn, podCgroupsUnder } from '#app/target/preflight/cgroup-driver.js';
import type { CriClient } from '#cri/client/client.js';

/** As containerd 1.6 and 1.7 answer; much shortened. */
const config = (options: object): string =>
  JSON.stringify({
    containerd: {
      defaultRuntimeName: 'runc',
      runtimes: { runc: { runtimeType: 'io.containerd.runc.v2', options }, crun: { options: null } },
    },
    systemdCgroup: false,
  });

describe('driverIn', () => {
  it.each([
    ['the default handler', config({ SystemdCgroup: true }), '', 'systemd'],
    ['a handler by name', config({ SystemdCgroup: true }), 'runc', 'systemd'],
    ['a handler without options', config({ SystemdCgroup: true }), 'crun', 'cgroupfs'],
    ['an option that is off', config({ SystemdCgroup: false }), '', 'cgroupfs'],
    ['no option', config({}), '', 'cgroupfs'],
    ['a handler that is not there', config({ SystemdCgroup: true }), 'kata', 'not said'],
    ['another runtime’s words', '[crio]\nroot = "/x"', '', 'not said'],
    ['nothing', '', '', 'not said'],
  ])('reads %s', (...[, text, handler, driver]) => {
    expect(driverIn(text, handler)).toBe(driver);
  });
});

describe('cgroupDriverOf', () => {
  const refused = { kind: 'refused', code: 'UNIMPLEMENTED', message: 'unknown method' };
  const ok = (response: object): object => ({ kind: 'ok', response });
  const status = ok({ info: { config: config({ SystemdCgroup: true }) } });

  it.each([
    ['SYSTEMD, which is 0 and is not sent', { RuntimeConfig: ok({ linux: {} }) }, 'systemd'],
    ['SYSTEMD', { RuntimeConfig: ok({ linux: { cgroup_driver: 'SYSTEMD' } }) }, 'systemd'],
    ['CGROUPFS', { RuntimeConfig: ok({ linux: { cgroup_driver: 'CGROUPFS' } }), Status: status }, 'cgroupfs'],
    ['no RuntimeConfig', { RuntimeConfig: refused, Status: status }, 'systemd'],
    ['one that says nothing', { RuntimeConfig: ok({}), Status: ok({}) }, 'not said'],
    ['neither', { RuntimeConfig: refused, Status: refused }, 'not said'],
  ] as const)('hears %s', async (_, answers, driver) => {
    const client = {
      call: (method: keyof typeof answers) => Promise.resolve(answers[method]),
    } as unknown as CriClient;
    expect(await cgroupDriverOf(client, '')).toBe(driver);
  });
});

it.each([
  ['systemd', { root: '', driver: 'systemd' }],
  ['cgroupfs', null],
  ['not said', null],
] as const)('puts pods where a kubelet does under %s', (driver, where) => {
  expect(podCgroupsUnder(driver)).toEqual(where);
});
