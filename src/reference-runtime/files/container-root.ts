// SPDX-License-Identifier: Apache-2.0
import { readFileSync, statSync } from 'node:fs';
import type {
  Device,
  LinuxContainerSecurityContext,
  Mount,
  PodSandboxConfig,
} from '#cri/proto/generated/messages.js';
import type { StoredImage } from '../image/stored-image.js';
import { ContainerFileSystem, type MountedTree } from './container-files.js';
import { deviceOf, HostTree } from './host-tree.js';
import { MemoryTree } from './memory-tree.js';

export interface RootPlan {
  readonly image: StoredImage;
  readonly hostname: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly sharedMemory: MemoryTree;
  readonly mounts: readonly Mount[];
  readonly devices: readonly Device[];
  /** The images of image volumes, by mount. */
  readonly volumes: ReadonlyMap<Mount, StoredImage>;
  readonly cwd: string;
  readonly context: LinuxContainerSecurityContext | undefined;
}

const usualDevices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

export function containerRoot(plan: RootPlan): {
  readonly root: MemoryTree;
  readonly files: ContainerFileSystem;
} {
  const root = new MemoryTree();
  seedImage(root, plan.image);
  for (const path of ['/etc', '/proc', '/sys', '/dev', plan.cwd]) seedDirectory(root, path);
  root.seed('/tmp', { mode: 0o1777 });
  root.seed('/etc/hostname', { data: `${plan.hostname}\n` });
  root.seed('/etc/hosts', { data: '127.0.0.1 localhost\n' });
  root.seed('/etc/resolv.conf', { data: resolvConf(plan.sandboxConfig) });
  const own = plan.mounts.map((mount) => mounted(plan, mount));
  for (const { at, tree } of own) seedMountPoint(root, at, tree.stat('/')?.kind === 'dir');
  const isReadonly = plan.context?.readonly_rootfs === true;
  const files = new ContainerFileSystem({ at: '/', tree: root, readonly: isReadonly }, [
    ...kernelMounts(plan),
    ...own,
  ]);
  return { root, files };
}

function seedImage(root: MemoryTree, { content, config }: StoredImage): void {
  if (content !== 'unknown') for (const [path, file] of content) if (path !== '/') root.seed(path, file);
  for (const path of Object.keys(config.Volumes ?? {})) seedDirectory(root, path);
}

function seedDirectory(root: MemoryTree, path: string): void {
  if (root.stat(path) === undefined) root.seed(path, {});
}

function seedMountPoint(root: MemoryTree, path: string, isDirectory: boolean): void {
  if (root.stat(path) === undefined) root.seed(path, isDirectory ? {} : { data: '' });
}

function mounted(plan: RootPlan, mount: Mount): MountedTree {
  const at = (mount.container_path ?? '/').replace(/(.)\/+$/, '$1');
  const image = plan.volumes.get(mount);
  if (image === undefined)
    return { at, tree: new HostTree(mount.host_path ?? '/'), readonly: mount.readonly === true };
  const tree = new MemoryTree();
  const below = `/${(mount.image_sub_path ?? '').replace(/^\/+|\/+$/g, '')}`;
  const prefix = below === '/' ? '' : below;
  if (image.content !== 'unknown') {
    for (const [path, file] of image.content)
      if (path.startsWith(`${prefix}/`)) tree.seed(path.slice(prefix.length), file);
  }
  return { at, tree, readonly: true };
}

/** /dev is always writable; masked paths read as empty; read-only paths stay so. */
function kernelMounts(plan: RootPlan): MountedTree[] {
  const dev = new MemoryTree();
  for (const name of usualDevices) dev.device(`/${name}`);
  for (const device of plan.devices) addDevice(dev, device);
  dev.seed('/shm', { mode: 0o1777 });
  const { masked_paths: masked = [], readonly_paths: guarded = [], privileged } = plan.context ?? {};
  const hidden =
    privileged === true ? [] : masked.map((at): MountedTree => ({ at, tree: emptyFile(), readonly: true }));
  const fixed =
    privileged === true
      ? []
      : guarded.map((at): MountedTree => ({ at, tree: new MemoryTree(), readonly: true }));
  return [
    { at: '/dev', tree: dev, readonly: false },
    { at: '/dev/shm', tree: plan.sharedMemory, readonly: false },
    ...fixed,
    ...hidden,
  ];
}

function emptyFile(): MemoryTree {
  const tree = new MemoryTree();
  tree.device('/');
  return tree;
}

/** The default is the node's. */
function resolvConf({ dns_config: dns }: PodSandboxConfig): string {
  if (dns === undefined) return nodesResolvConf();
  const { servers = [], searches = [], options = [] } = dns;
  const lines = [
    ...(searches.length > 0 ? [`search ${searches.join(' ')}`] : []),
    ...servers.map((server) => `nameserver ${server}`),
    ...(options.length > 0 ? [`options ${options.join(' ')}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function nodesResolvConf(): string {
  try {
    return readFileSync('/etc/resolv.conf', 'utf8');
  } catch {
    return '';
  }
}

function addDevice(
  dev: MemoryTree,
  { container_path: path = '', host_path: host = '', permissions = '' }: Device,
): void {
  const stat = statSync(host, { throwIfNoEntry: false });
  if (path.startsWith('/dev/')) dev.device(path.slice('/dev'.length), stat && deviceOf(stat, permissions));
}

/** Follows symbolic links. */
export const existsOnHost = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;
