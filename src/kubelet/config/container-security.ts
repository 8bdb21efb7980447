// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { SecurityProfileRef } from '#pod/security-context.js';
import type { ImageUser } from './image-user.js';
import { namespaceOptions } from './namespaces.js';
import { capability, int64, securityProfile, seLinux } from './security-profile.js';
import { sparse } from './sparse.js';

const maskedPaths: readonly string[] = [
  '/proc/asound',
  '/proc/acpi',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
];
const readonlyPaths: readonly string[] = [
  '/proc/bus',
  '/proc/fs',
  '/proc/irq',
  '/proc/sys',
  '/proc/sysrq-trigger',
];

export interface ContainerSecurityInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly imageUser: ImageUser;
  readonly rootDir: string;
  readonly thermalThrottlePaths: readonly string[];
}

export function containerSecurity(input: ContainerSecurityInput): LinuxContainerSecurityContext {
  const ofPod = input.pod.spec.securityContext ?? {};
  const own = input.container.securityContext ?? {};
  const group = own.runAsGroup ?? ofPod.runAsGroup;
  const groups = [
    ...(ofPod.fsGroup === undefined ? [] : [ofPod.fsGroup]),
    ...(ofPod.supplementalGroups ?? []),
  ];
  return sparse({
    capabilities: capability(own),
    privileged: own.privileged,
    namespace_options: namespaceOptions(input.pod),
    selinux_options: seLinux(own.seLinuxOptions ?? ofPod.seLinuxOptions),
    ...runAs(own.runAsUser ?? ofPod.runAsUser, input.imageUser),
    run_as_group: group === undefined ? undefined : int64(group),
    readonly_rootfs: own.readOnlyRootFilesystem,
    supplemental_groups: groups.map(String),
    supplemental_groups_policy: ofPod.supplementalGroupsPolicy === 'Strict' ? ('Strict' as const) : undefined,
    no_new_privs: own.allowPrivilegeEscalation === false,
    ...procPaths(input),
    ...profiles(input),
  });
}

function runAs(user: number | undefined, image: ImageUser): Partial<LinuxContainerSecurityContext> {
  if (user !== undefined) return { run_as_user: int64(user) };
  if (image.username !== '') return { run_as_username: image.username };
  return { run_as_user: int64(image.uid ?? 0) };
}

function procPaths({
  container,
  thermalThrottlePaths,
}: ContainerSecurityInput): Partial<LinuxContainerSecurityContext> {
  if (container.securityContext?.procMount === 'Unmasked') return {};
  return { masked_paths: [...maskedPaths, ...thermalThrottlePaths], readonly_paths: readonlyPaths };
}

function profiles({
  pod,
  container,
  rootDir,
}: ContainerSecurityInput): Partial<LinuxContainerSecurityContext> {
  const unconfined: SecurityProfileRef = { type: 'Unconfined' };
  const ofPod = pod.spec.securityContext;
  const seccomp = container.securityContext?.seccompProfile ?? ofPod?.seccompProfile ?? unconfined;
  const appArmor = container.securityContext?.appArmorProfile ?? ofPod?.appArmorProfile;
  return {
    seccomp: securityProfile(seccomp, (name) => `${rootDir}/seccomp/${name}`),
    ...(appArmor && {
      apparmor: securityProfile(appArmor, (name) => name),
      apparmor_profile: oldAppArmorName(appArmor),
    }),
  };
}

function oldAppArmorName({ type, localhostProfile = '' }: SecurityProfileRef): string {
  if (type === 'Localhost') return `localhost/${localhostProfile}`;
  return type === 'RuntimeDefault' ? 'runtime/default' : 'unconfined';
}
