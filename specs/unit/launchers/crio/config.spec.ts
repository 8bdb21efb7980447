// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { crioConfig, type CrioSettings } from '#launchers/crio/config.js';
import { registriesConfig } from '#launchers/crio/write-configuration.js';

const settings = (over: Partial<CrioSettings> = {}): CrioSettings => ({
  directory: '/d',
  sandboxImage: '127.0.0.1:5000/pause:1',
  cniDirectory: '/usr/lib/cni',
  pinns: '/opt/crio/pinns',
  conmon: '/usr/bin/conmon',
  handlers: [{ name: 'runc', program: '/usr/sbin/runc' }],
  storageDriver: 'overlay',
  systemdCgroup: false,
  apparmor: false,
  ...over,
});

/** Lines of one section, without blank ones. */
function section(config: string, name: string): string[] {
  const start = config.split('\n').indexOf(`[${name}]`);
  if (start < 0) return [];
  const rest = config.split('\n').slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  return rest.slice(0, end < 0 ? undefined : end).filter(Boolean);
}

describe('crioConfig', () => {
  it('names no path of the host but those of programs', () => {
    const paths = crioConfig(settings()).match(/"\/[^"]*"/g) ?? [];
    const outside = paths.filter((path) => !path.startsWith('"/d/'));
    expect(outside.toSorted()).toEqual([
      '"/opt/crio/pinns"',
      '"/usr/bin/conmon"',
      '"/usr/bin/conmon"',
      '"/usr/lib/cni"',
      '"/usr/sbin/runc"',
    ]);
  });

  it.each([
    ['crio', 'version_file = "/d/version"'],
    ['crio', 'clean_shutdown_file = "/d/clean.shutdown"'],
    ['crio', 'storage_driver = "overlay"'],
    ['crio.api', 'listen = "/d/crio.sock"'],
    ['crio.api', 'stream_address = "127.0.0.1"'],
    ['crio.runtime', 'drop_infra_ctr = false'],
    ['crio.runtime', 'disable_hostport_mapping = true'],
    ['crio.runtime', 'irqbalance_config_restore_file = "disable"'],
    ['crio.runtime', 'enable_pod_events = true'],
    ['crio.runtime', 'hooks_dir = []'],
    ['crio.runtime.runtimes.runc', 'monitor_cgroup = "pod"'],
    ['crio.runtime.runtimes.runc', 'runtime_root = "/d/runc"'],
    ['crio.image', 'pause_command = ""'],
    ['crio.image', 'global_auth_file = "/d/auth.json"'],
    ['crio.image', 'pause_image = "127.0.0.1:5000/pause:1"'],
    ['crio.metrics', 'enable_metrics = false'],
    ['crio.nri', 'enable_nri = false'],
  ])('says in [%s] that %s', (name, line) => {
    expect(section(crioConfig(settings()), name)).toContain(line);
  });

  it.each([
    [true, 'cgroup_manager = "systemd"'],
    [false, 'cgroup_manager = "cgroupfs"'],
  ])('takes systemd for cgroups where it is the init system: %s', (systemdCgroup, line) => {
    expect(section(crioConfig(settings({ systemdCgroup })), 'crio.runtime')).toContain(line);
  });

  it('leaves the default profile where AppArmor is there, and wants none where it is not', () => {
    const line = 'apparmor_profile = "unconfined"';
    expect(section(crioConfig(settings({ apparmor: true })), 'crio.runtime')).not.toContain(line);
    expect(section(crioConfig(settings({ apparmor: false })), 'crio.runtime')).toContain(line);
  });

  it('makes the first handler the default', () => {
    const [crun, runc] = [
      { name: 'crun', program: '/usr/bin/crun' },
      { name: 'runc', program: '/usr/sbin/runc' },
    ];
    const config = crioConfig(settings({ handlers: [crun, runc] }));
    expect(section(config, 'crio.runtime')).toContain('default_runtime = "crun"');
    expect(section(config, 'crio.runtime.runtimes.crun')).toContain('runtime_path = "/usr/bin/crun"');
    expect(section(config, 'crio.runtime.runtimes.runc')).toContain('runtime_path = "/usr/sbin/runc"');
  });

  it('keeps the handler crun, which is there by default, from the state of the host', () => {
    const crun = section(crioConfig(settings()), 'crio.runtime.runtimes.crun');
    expect(crun).toEqual(
      expect.arrayContaining(['runtime_path = "/d/empty/crun"', 'runtime_root = "/d/crun"']),
    );
  });
});

describe('registriesConfig', () => {
  it('has the test registry without TLS, in place of others too, and searches nowhere', () => {
    expect(registriesConfig({ registry: '127.0.0.1:5000', mirrored: ['example.org'] })).toBe(
      [
        'unqualified-search-registries = []',
        '',
        '[[registry]]',
        'prefix = "127.0.0.1:5000"',
        'location = "127.0.0.1:5000"',
        'insecure = true',
        '',
        '[[registry]]',
        'prefix = "example.org"',
        'location = "127.0.0.1:5000"',
        'insecure = true',
        '',
      ].join('\n'),
    );
  });
});
