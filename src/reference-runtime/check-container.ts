// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig, LinuxContainerSecurityContext, Mount, SecurityProfile } from '#cri/generated/messages.js';
import { capabilitySets } from './capabilities.js';
import { existsOnHost } from './files/container-root.js';
import { invalid, notFound } from './refuse.js';
import type { Sandbox } from './sandbox.js';
import type { World } from './world.js';

/** Everything that can be refused before anything is made. */
export function checkConfig(world: World, sandbox: Sandbox, config: ContainerConfig): void {
  const context = config.linux?.security_context;
  if (context?.privileged === true && sandbox.config.linux?.security_context?.privileged !== true) {
    throw invalid('a privileged container needs a privileged pod sandbox');
  }
  capabilitySets(context, 0);
  checkTarget(world, sandbox, context);
  checkProfile('seccomp', context?.seccomp);
  checkProfile('AppArmor', context?.apparmor);
  for (const { host_path: path = '' } of config.devices ?? []) if (!existsOnHost(path)) throw notFound('device', path);
}

function checkTarget(world: World, sandbox: Sandbox, context: LinuxContainerSecurityContext | undefined): void {
  const options = context?.namespace_options;
  if (options?.pid !== 'TARGET') return;
  const target = world.containers.get(options.target_id ?? '');
  if (target === undefined) throw notFound('target container', options.target_id);
  if (target.sandbox !== sandbox) throw invalid('the target container is in another pod');
  if (target.facts.config.linux?.security_context?.namespace_options?.pid !== 'CONTAINER') {
    throw invalid('the target container has no pid namespace of its own');
  }
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
  if ((mount.container_path ?? '') === '') throw invalid('a mount has no container_path');
  if (mount.recursive_read_only === true && (mount.readonly !== true || (mount.propagation ?? 'PROPAGATION_PRIVATE') !== 'PROPAGATION_PRIVATE')) {
    throw invalid('recursive_read_only needs readonly and private propagation');
  }
  if ((mount.image?.image ?? '') === '' && !existsOnHost(mount.host_path ?? '')) throw notFound('host path', mount.host_path);
}
