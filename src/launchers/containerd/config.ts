// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';

export interface ContainerdSettings {
  readonly version: string;
  /** Everything of this containerd is below it. */
  readonly directory: string;
  readonly sandboxImage: string;
  readonly cniDirectory: string;
  readonly snapshotter: 'overlayfs' | 'native';
  readonly systemdCgroup: boolean;
  /** Without CAP_SYS_RESOURCE nobody can lower an oom_score_adj. */
  readonly restrictOomScore: boolean;
}

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

type Toml = Readonly<Record<string, string | number | boolean | readonly string[]>>;
type Sections = readonly (readonly [path: string, values: Toml])[];

/** config.toml, in the shape its version understands. What is not said here stays as the version has it by default. */
export function containerdConfig(settings: ContainerdSettings): string {
  const paths = containerdPaths(settings.directory);
  const two = Number(settings.version.split('.')[0]) >= 2;
  const top: Toml = {
    version: two ? 3 : 2,
    root: paths.root,
    state: paths.state,
    disabled_plugins: notWanted(settings),
  };
  const sections: Sections = [
    ['grpc', { address: paths.socket }],
    // Off, but not disabled as a plugin: from 2.1 on CRI needs it to be there.
    ...(settings.version.startsWith('1.6.') ? [] : [nriOff]),
    ['plugins."io.containerd.internal.v1.opt"', { path: join(settings.directory, 'opt') }],
    ...(two ? criOfTwo(settings) : criOfOne(settings)),
  ];
  return [keys(top), ...sections.map(([path, values]) => `[${path}]\n${keys(values)}`)].join('\n');
}

/** Snapshotters nobody asked for, and tracing. */
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

function criOfOne(settings: ContainerdSettings): Sections {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  const paths = containerdPaths(settings.directory);
  return [
    [cri, { sandbox_image: settings.sandboxImage, ...runtimeOptions(settings), ...streamServer }],
    [`${cri}.registry`, { config_path: paths.certs }],
    [`${cri}.cni`, { bin_dir: settings.cniDirectory, conf_dir: paths.cni }],
    [`${cri}.containerd`, { snapshotter: settings.snapshotter, default_runtime_name: 'runc' }],
    ...runc(`${cri}.containerd`, settings),
  ];
}

function criOfTwo(settings: ContainerdSettings): Sections {
  const runtime = 'plugins."io.containerd.cri.v1.runtime"';
  const images = 'plugins."io.containerd.cri.v1.images"';
  const paths = containerdPaths(settings.directory);
  return [
    ['plugins."io.containerd.grpc.v1.cri"', streamServer],
    ['plugins."io.containerd.image-verifier.v1.bindir"', { bin_dir: join(settings.directory, 'verifiers') }],
    [images, { snapshotter: settings.snapshotter }],
    [`${images}.pinned_images`, { sandbox: settings.sandboxImage }],
    [`${images}.registry`, { config_path: paths.certs }],
    [runtime, runtimeOptions(settings)],
    [`${runtime}.cni`, { [cniKey(settings.version)]: cniValue(settings), conf_dir: paths.cni }],
    [`${runtime}.containerd`, { default_runtime_name: 'runc' }],
    ...runc(`${runtime}.containerd`, settings),
  ];
}

const nriOff = ['plugins."io.containerd.nri.v1.nri"', { disable: true }] as const;
const streamServer: Toml = { stream_server_address: '127.0.0.1', stream_server_port: '0' };

function runtimeOptions(settings: ContainerdSettings): Toml {
  return { restrict_oom_score_adj: settings.restrictOomScore, netns_mounts_under_state_dir: true };
}

/** 2.0 has one directory of plugins, later ones a list. */
function cniKey(version: string): string {
  return version.startsWith('2.0.') ? 'bin_dir' : 'bin_dirs';
}

function cniValue({ version, cniDirectory }: ContainerdSettings): string | readonly string[] {
  return version.startsWith('2.0.') ? cniDirectory : [cniDirectory];
}

function runc(containerd: string, settings: ContainerdSettings): Sections {
  const handler = `${containerd}.runtimes.runc`;
  const root = join(settings.directory, 'state', 'runc');
  return [
    [handler, { runtime_type: 'io.containerd.runc.v2' }],
    [`${handler}.options`, { SystemdCgroup: settings.systemdCgroup, Root: root }],
  ];
}

/** JSON's strings, numbers, booleans and arrays of strings are TOML's as well. */
function keys(values: Toml): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('');
}
