// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodSecurityContext } from '#pod/security-context.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Traits } from '../../versions/traits.js';
import { appArmor } from './app-armor.js';
import { hiddenPaths } from './hidden-paths.js';
import type { ImageUser } from './image-user.js';
import { namespaceOptions } from '../sandbox/namespaces.js';
import { seccomp } from './seccomp.js';
import { capability, int64Value, seLinux } from './security-profile.js';
import { sparse } from '../sparse.js';
import type { IdRange } from './user-namespace.js';

export interface ContainerSecurityInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly imageUser: ImageUser;
  readonly rootDir: string;
  readonly facts: Pick<NodeFacts, 'thermalThrottlePaths'>;
  readonly traits: Traits;
  readonly userNamespace?: IdRange | undefined;
  readonly targetId?: string | undefined;
}

/** kuberuntime/security_context.go, determineEffectiveSecurityContext. */
export function containerSecurityContext(input: ContainerSecurityInput): LinuxContainerSecurityContext {
  const { pod, container, facts, traits } = input;
  const ofPod = pod.spec.securityContext ?? {};
  const own = container.securityContext ?? {};
  const group = own.runAsGroup ?? ofPod.runAsGroup;
  return sparse({
    capabilities: capability(own),
    privileged: own.privileged,
    namespace_options: namespaceOptions(input),
    selinux_options: seLinux(own.seLinuxOptions ?? ofPod.seLinuxOptions),
    ...runAs(own.runAsUser ?? ofPod.runAsUser, input.imageUser),
    run_as_group: group === undefined ? undefined : int64Value(group),
    readonly_rootfs: own.readOnlyRootFilesystem,
    ...podGroups(ofPod),
    no_new_privs: own.allowPrivilegeEscalation === false,
    ...(own.procMount !== 'Unmasked' && hiddenPaths(traits, facts.thermalThrottlePaths)),
    ...seccomp(input),
    ...appArmor(input),
  });
}

/**
 * kuberuntime/security_context.go, determineEffectiveSecurityContext: the supplemental groups of every
 * process of the pod.
 */
export function podGroups({
  fsGroup,
  supplementalGroups = [],
  supplementalGroupsPolicy,
}: PodSecurityContext): Pick<
  LinuxContainerSecurityContext,
  'supplemental_groups' | 'supplemental_groups_policy'
> {
  const groups = [...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups];
  return {
    supplemental_groups: groups.map(String),
    supplemental_groups_policy: supplementalGroupsPolicy === 'Strict' ? 'Strict' : undefined,
  };
}

function runAs(user: number | undefined, image: ImageUser): Partial<LinuxContainerSecurityContext> {
  if (user !== undefined) return { run_as_user: int64Value(user) };
  if (image.username !== '') return { run_as_username: image.username };
  return { run_as_user: int64Value(image.uid ?? 0) };
}
