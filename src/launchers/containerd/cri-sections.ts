// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Handler } from '../private/find-handlers.js';
import type { ContainerdSettings } from './settings.js';
import type { Sections, Toml } from '../private/toml.js';
import { isVersionBefore } from './version.js';

export interface CriSettings extends ContainerdSettings {
  /** Directory with a hosts.toml per registry. */
  readonly certs: string;
  /** Directory of the CNI configuration. */
  readonly confDir: string;
}

/** Up to 1.7, CRI is one plugin. */
export function criOfOne(settings: CriSettings): Sections {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  const { sandboxImage, certs, cniDirectory, confDir, snapshotter } = settings;
  return [
    [cri, { sandbox_image: sandboxImage, ...runtimeOptions(settings), ...streamServer }],
    [`${cri}.registry`, { config_path: certs }],
    [`${cri}.cni`, { bin_dir: cniDirectory, conf_dir: confDir }],
    [`${cri}.containerd`, { snapshotter, default_runtime_name: defaultHandler(settings) }],
    ...handlersOf(`${cri}.containerd`, settings),
  ];
}

/** Since 2.0 images and pods have plugins of their own. */
export function criOfTwo(settings: CriSettings): Sections {
  const runtime = 'plugins."io.containerd.cri.v1.runtime"';
  const images = 'plugins."io.containerd.cri.v1.images"';
  const { sandboxImage, certs, cniDirectory, confDir, snapshotter } = settings;
  // 2.0 has one plugin directory, later versions a list.
  const cni: Toml = isVersionBefore(settings.version, '2.1.0')
    ? { bin_dir: cniDirectory }
    : { bin_dirs: [cniDirectory] };
  const verifiers = join(settings.directory, 'verifiers');
  return [
    ['plugins."io.containerd.grpc.v1.cri"', streamServer],
    ['plugins."io.containerd.image-verifier.v1.bindir"', { bin_dir: verifiers }],
    [images, { snapshotter }],
    [`${images}.pinned_images`, { sandbox: sandboxImage }],
    [`${images}.registry`, { config_path: certs }],
    [runtime, runtimeOptions(settings)],
    [`${runtime}.cni`, { ...cni, conf_dir: confDir }],
    [`${runtime}.containerd`, { default_runtime_name: defaultHandler(settings) }],
    ...handlersOf(`${runtime}.containerd`, settings),
  ];
}

const streamServer: Toml = { stream_server_address: '127.0.0.1', stream_server_port: '0' };

function runtimeOptions(settings: ContainerdSettings): Toml {
  return { restrict_oom_score_adj: settings.restrictOomScore, netns_mounts_under_state_dir: true };
}

function defaultHandler({ handlers: [first] }: ContainerdSettings): string {
  return first?.name ?? 'runc';
}

function handlersOf(containerd: string, settings: ContainerdSettings): Sections {
  return settings.handlers.flatMap((handler) => [
    [`${containerd}.runtimes.${handler.name}`, { runtime_type: typeOf(handler) }] as const,
    [`${containerd}.runtimes.${handler.name}.options`, optionsOf(handler, settings)] as const,
  ]);
}

/** Configuration of gVisor's shim. */
export function runscConfig(directory: string): string {
  return join(directory, 'runsc.toml');
}

function typeOf({ name }: Handler): string {
  return name === 'runsc' ? 'io.containerd.runsc.v1' : 'io.containerd.runc.v2';
}

function optionsOf({ name, program }: Handler, { directory, systemdCgroup }: ContainerdSettings): Toml {
  if (name === 'runsc')
    return { TypeUrl: 'io.containerd.runsc.v1.options', ConfigPath: runscConfig(directory) };
  return { SystemdCgroup: systemdCgroup, Root: join(directory, 'state', name), BinaryName: program };
}
