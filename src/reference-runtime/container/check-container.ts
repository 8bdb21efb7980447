// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerConfig,
  LinuxContainerSecurityContext,
  Mount,
  SecurityProfile,
} from '#cri/proto/generated/messages.js';
import { capabilitySets } from '../capabilities.js';
import { existsOnHost } from '../files/container-root.js';
import { invalid, notFound } from '../refuse.js';
import { hasOwnPids } from './container.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { World } from '../world.js';

/** Refuses invalid requests before anything is created. */
export function checkConfig(world: World, sandbox: Sandbox, config: ContainerConfig): void {
  checkSecurity(world, sandbox, config.linux?.security_context ?? {});
  for (const { host_path: path = '' } of config.devices ?? [])
    if (!existsOnHost(path)) throw notFound('device', path);
}

function checkSecurity(world: World, sandbox: Sandbox, context: LinuxContainerSecurityContext): void {
  if (context.privileged === true && sandbox.config.linux?.security_context?.privileged !== true) {
    throw invalid('a privileged container needs a privileged pod sandbox');
  }
  capabilitySets(context, 0);
  checkProfile('seccomp', context.seccomp);
  checkProfile('AppArmor', context.apparmor);
  if (context.namespace_options?.pid === 'TARGET')
    checkTarget(world, sandbox, context.namespace_options.target_id);
}

function checkTarget(world: World, sandbox: Sandbox, id: string | undefined): void {
  const target = world.containers.get(id ?? '');
  if (target === undefined) throw notFound('target container', id);
  if (target.sandbox !== sandbox) throw invalid('the target container is in another pod');
  if (!hasOwnPids(target)) throw invalid('the target container has no pid namespace of its own');
}

function checkProfile(kind: string, profile: SecurityProfile | undefined): void {
  if (profile?.profile_type !== 'Localhost') return;
  const path = profile.localhost_ref ?? '';
  if (path === '') throw invalid(`a ${kind} profile of type Localhost needs localhost_ref`);
  if (kind === 'seccomp' && !existsOnHost(path)) throw notFound('seccomp profile', path);
}

export function checkMounts(config: ContainerConfig): void {
  for (const mount of config.mounts ?? []) checkMount(mount);
}

function checkMount(mount: Mount): void {
  const { container_path: at = '', host_path: host = '', propagation = 'PROPAGATION_PRIVATE' } = mount;
  if (at === '') throw invalid('a mount has no container_path');
  const mayRecurse = mount.readonly === true && propagation === 'PROPAGATION_PRIVATE';
  if (mount.recursive_read_only === true && !mayRecurse)
    throw invalid('recursive_read_only needs readonly and private propagation');
  if (!isImageMount(mount) && !existsOnHost(host)) throw notFound('host path', host);
}

const isImageMount = (mount: Mount): boolean => (mount.image?.image ?? '') !== '';
