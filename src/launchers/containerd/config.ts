// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { criOfOne, criOfTwo } from './cri-sections.js';
import type { ContainerdSettings } from './settings.js';
import { toml, type Sections } from '../private/toml.js';
import { eraOf, isVersionBefore, type ConfigEra } from './version.js';

/** Paths of a private containerd, all below its directory. */
export function containerdPaths(
  directory: string,
): Record<'root' | 'state' | 'socket' | 'config' | 'log' | 'certs' | 'cni', string> {
  return {
    root: join(directory, 'root'),
    state: join(directory, 'state'),
    socket: join(directory, 'containerd.sock'),
    config: join(directory, 'config.toml'),
    log: join(directory, 'containerd.log'),
    certs: join(directory, 'certs.d'),
    cni: join(directory, 'net.d'),
  };
}

/** config.toml, in the format of its version. Anything not set has the version's default. */
export function containerdConfig(settings: ContainerdSettings): string {
  const paths = containerdPaths(settings.directory);
  const era = eraOf(settings.version);
  const top = {
    version: era,
    root: paths.root,
    state: paths.state,
    disabled_plugins: notWanted(settings),
  };
  const cri = { ...settings, certs: paths.certs, confDir: paths.cni };
  return toml(top, [
    ...listening(era, paths.socket),
    // Off, but not a disabled plugin: since 2.1 CRI depends on it.
    ...(isVersionBefore(settings.version, '1.7.0') ? [] : [nriOff]),
    ['plugins."io.containerd.internal.v1.opt"', { path: join(settings.directory, 'opt') }],
    ...(era === 2 ? criOfOne(cri) : criOfTwo(cri)),
  ]);
}

/** Version 4 derives no address from another: each one that is not set would be the host's. */
function listening(era: ConfigEra, socket: string): Sections {
  if (era < 4) return [['grpc', { address: socket }]];
  return [
    ['plugins."io.containerd.server.v1.grpc"', { address: socket }],
    ['plugins."io.containerd.server.v1.ttrpc"', { address: `${socket}.ttrpc` }],
  ];
}

const nriOff = ['plugins."io.containerd.nri.v1.nri"', { disable: true }] as const;

/** Snapshotters we do not use, and tracing. */
function notWanted({ snapshotter }: ContainerdSettings): string[] {
  const snapshotters = ['aufs', 'blockfile', 'btrfs', 'devmapper', 'erofs', 'zfs', 'native', 'overlayfs'];
  return [
    ...snapshotters
      .filter((name) => name !== snapshotter)
      .map((name) => `io.containerd.snapshotter.v1.${name}`),
    'io.containerd.tracing.processor.v1.otlp',
    'io.containerd.internal.v1.tracing',
  ];
}
