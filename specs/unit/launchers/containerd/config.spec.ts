// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerdConfig } from '#launchers/containerd/config.js';
import type { ContainerdSettings } from '#launchers/containerd/settings.js';
import { plainHttp } from '#launchers/containerd/write-configuration.js';

const settings = (over: Partial<ContainerdSettings>): ContainerdSettings => ({
  version: '1.6.20',
  directory: '/d',
  sandboxImage: '127.0.0.1:5000/pause:1',
  cniDirectory: '/usr/lib/cni',
  handlers: [{ name: 'runc', program: '/usr/sbin/runc' }],
  snapshotter: 'overlayfs',
  systemdCgroup: false,
  restrictOomScore: true,
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

describe('containerdConfig', () => {
  it('keeps everything below its directory', () => {
    const config = containerdConfig(settings({}));
    expect(config).toContain('root = "/d/root"');
    expect(config).toContain('state = "/d/state"');
    expect(section(config, 'grpc')).toEqual(['address = "/d/containerd.sock"']);
    expect(section(config, 'plugins."io.containerd.internal.v1.opt"')).toEqual(['path = "/d/opt"']);
    expect(config).not.toMatch(/"\/(run|var|etc|opt)\//);
  });

  it.each(['1.6.20', '1.7.24'])('writes %s in version 2 with the one CRI plugin', (version) => {
    const config = containerdConfig(settings({ version }));
    const cri = 'plugins."io.containerd.grpc.v1.cri"';
    expect(config).toMatch(/^version = 2$/m);
    expect(section(config, cri)).toEqual(
      expect.arrayContaining([
        'sandbox_image = "127.0.0.1:5000/pause:1"',
        'restrict_oom_score_adj = true',
        'netns_mounts_under_state_dir = true',
        'stream_server_address = "127.0.0.1"',
      ]),
    );
    expect(section(config, `${cri}.registry`)).toEqual(['config_path = "/d/certs.d"']);
    expect(section(config, `${cri}.cni`)).toEqual(['bin_dir = "/usr/lib/cni"', 'conf_dir = "/d/net.d"']);
    expect(section(config, `${cri}.containerd.runtimes.runc.options`)).toEqual([
      'SystemdCgroup = false',
      'Root = "/d/state/runc"',
      'BinaryName = "/usr/sbin/runc"',
    ]);
  });

  it('writes 2.1 in version 3 with its plugins for the runtime and for images', () => {
    const config = containerdConfig(settings({ version: '2.1.9', restrictOomScore: false }));
    const runtime = 'plugins."io.containerd.cri.v1.runtime"';
    const images = 'plugins."io.containerd.cri.v1.images"';
    expect(config).toMatch(/^version = 3$/m);
    expect(section(config, `${images}.pinned_images`)).toEqual(['sandbox = "127.0.0.1:5000/pause:1"']);
    expect(section(config, `${images}.registry`)).toEqual(['config_path = "/d/certs.d"']);
    expect(section(config, images)).toEqual(['snapshotter = "overlayfs"']);
    expect(section(config, runtime)).toContain('restrict_oom_score_adj = false');
    expect(section(config, `${runtime}.cni`)).toEqual([
      'bin_dirs = ["/usr/lib/cni"]',
      'conf_dir = "/d/net.d"',
    ]);
    expect(config).not.toContain('sandbox_image');
  });

  it.each([
    ['2.2.9', 3],
    ['2.3.7', 4],
    ['2.4.2', 4],
  ])('writes %s in version %i', (version, era) => {
    expect(containerdConfig(settings({ version }))).toMatch(new RegExp(`^version = ${era}$`, 'm'));
  });

  it('names both sockets in version 4, where none is derived from the other', () => {
    const config = containerdConfig(settings({ version: '2.4.2' }));
    const server = (name: string): string[] => section(config, `plugins."io.containerd.server.v1.${name}"`);
    expect(server('grpc')).toEqual(['address = "/d/containerd.sock"']);
    expect(server('ttrpc')).toEqual(['address = "/d/containerd.sock.ttrpc"']);
    expect(section(config, 'grpc')).toEqual([]);
  });

  it('offers each handler with its own state, the first as default', () => {
    const handlers = [
      { name: 'crun' as const, program: '/usr/bin/crun' },
      { name: 'runsc' as const, program: '/usr/bin/containerd-shim-runsc-v1' },
    ];
    const config = containerdConfig(settings({ version: '2.1.9', handlers }));
    const containerd = 'plugins."io.containerd.cri.v1.runtime".containerd';
    expect(section(config, containerd)).toEqual(['default_runtime_name = "crun"']);
    expect(section(config, `${containerd}.runtimes.crun.options`)).toEqual([
      'SystemdCgroup = false',
      'Root = "/d/state/crun"',
      'BinaryName = "/usr/bin/crun"',
    ]);
    expect(section(config, `${containerd}.runtimes.runsc`)).toEqual([
      'runtime_type = "io.containerd.runsc.v1"',
    ]);
    expect(section(config, `${containerd}.runtimes.runsc.options`)).toEqual([
      'TypeUrl = "io.containerd.runsc.v1.options"',
      'ConfigPath = "/d/runsc.toml"',
    ]);
  });

  it('knows that 2.0 has one directory of CNI plugins', () => {
    const config = containerdConfig(settings({ version: '2.0.5' }));
    expect(section(config, 'plugins."io.containerd.cri.v1.runtime".cni')[0]).toBe('bin_dir = "/usr/lib/cni"');
  });

  it('switches NRI off where it exists, without disabling the plugin that CRI needs', () => {
    const nri = 'plugins."io.containerd.nri.v1.nri"';
    expect(section(containerdConfig(settings({ version: '1.6.20' })), nri)).toEqual([]);
    expect(section(containerdConfig(settings({ version: '2.1.9' })), nri)).toEqual(['disable = true']);
  });

  it('disables every snapshotter but the one in use', () => {
    const disabled = (snapshotter: 'overlayfs' | 'native'): string =>
      /^disabled_plugins = (.*)$/m.exec(containerdConfig(settings({ snapshotter })))?.[1] ?? '';
    expect(disabled('overlayfs')).not.toContain('v1.overlayfs');
    expect(disabled('overlayfs')).toContain('v1.native');
    expect(disabled('native')).not.toContain('v1.native');
    expect(disabled('native')).toContain('v1.overlayfs');
  });
});

describe('plainHttp', () => {
  it('names the registry with its scheme as server and as host', () => {
    expect(plainHttp('127.0.0.1:5000')).toBe(
      'server = "http://127.0.0.1:5000"\n\n[host."http://127.0.0.1:5000"]\ncapabilities = ["pull", "resolve"]\n',
    );
  });
});
