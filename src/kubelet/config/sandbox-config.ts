// SPDX-License-Identifier: Apache-2.0
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';
import type {
  LinuxPodSandboxConfig,
  LinuxSandboxSecurityContext,
  PodSandboxConfig,
} from '#cri/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { NodeFacts } from '../node-facts.js';
import type { Traits } from '../versions/traits.js';
import { dnsConfig } from './dns.js';
import { sandboxHostName } from './host-name.js';
import { namespaceOptions } from './namespaces.js';
import { portMappings } from './port-mappings.js';
import { allContainers, qosClass } from './qos.js';
import { overheadResources, sandboxResources } from './resources.js';
import { int64, seLinux } from './security-profile.js';
import { mapField, sparse } from './sparse.js';

export interface SandboxInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly attempt: number;
  readonly facts: NodeFacts;
  readonly podLogsDir: string;
  readonly traits: Traits;
}

/** The configuration sent with RunPodSandbox, and again with every container and pull of the pod. */
export function sandboxConfig({ pod, uid, attempt, facts, podLogsDir }: SandboxInput): PodSandboxConfig {
  const { name, namespace = 'default', labels, annotations = {} } = pod.metadata;
  return sparse({
    metadata: sparse({ name, uid, namespace, attempt }),
    hostname: sandboxHostName(pod, facts.clusterDomain),
    log_directory: logDirectory(podLogsDir, pod, uid),
    dns_config: dnsConfig(pod, facts),
    port_mappings: portMappings(pod),
    labels: { ...labels, ...podLabels(pod, uid) },
    annotations: mapField(annotations),
    linux: linuxConfig(pod, uid, facts),
  });
}

export function logDirectory(podLogsDir: string, pod: Pod, uid: string): string {
  return `${podLogsDir}/${pod.metadata.namespace ?? 'default'}_${pod.metadata.name}_${uid}`;
}

export function podLabels(pod: Pod, uid: string): Readonly<Record<string, string>> {
  return {
    [podNameLabel]: pod.metadata.name,
    [podNamespaceLabel]: pod.metadata.namespace ?? 'default',
    [podUidLabel]: uid,
  };
}

function linuxConfig(pod: Pod, uid: string, facts: NodeFacts): LinuxPodSandboxConfig {
  const sysctls = pod.spec.securityContext?.sysctls ?? [];
  return sparse({
    cgroup_parent: cgroupParent(pod, uid, facts),
    sysctls: mapField(Object.fromEntries(sysctls.map(({ name, value }) => [normalizedSysctl(name), value]))),
    security_context: pod.spec.securityContext ? sandboxSecurity(pod) : { seccomp: {} },
    overhead: overheadResources(pod),
    resources: sandboxResources(pod),
  });
}

function sandboxSecurity(pod: Pod): LinuxSandboxSecurityContext {
  const context = pod.spec.securityContext ?? {};
  const { runAsUser, runAsGroup, fsGroup, supplementalGroups = [] } = context;
  const groups = [...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups];
  return sparse({
    namespace_options: namespaceOptions(pod),
    selinux_options: seLinux(context.seLinuxOptions),
    run_as_user: runAsUser === undefined ? undefined : int64(runAsUser),
    run_as_group: runAsGroup === undefined ? undefined : int64(runAsGroup),
    supplemental_groups: groups.map(String),
    supplemental_groups_policy:
      context.supplementalGroupsPolicy === 'Strict' ? ('Strict' as const) : undefined,
    privileged: allContainers(pod).some((container) => container.securityContext?.privileged === true),
    seccomp: {},
  });
}

/** `net/ipv4/x.y` and `net.ipv4.x/y` are the same name: with dots first. */
function normalizedSysctl(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (mark) => (mark === '/' ? '.' : '/'));
}

function cgroupParent(pod: Pod, uid: string, { podCgroups }: NodeFacts): string {
  if (!podCgroups) return '';
  const qos = qosClass(pod);
  const steps = ['kubepods', ...(qos === 'Guaranteed' ? [] : [qos.toLowerCase()])];
  if (podCgroups.driver === 'cgroupfs') return `${podCgroups.root}/${steps.join('/')}/pod${uid}`;
  const names = [...steps, `pod${uid.replaceAll('-', '_')}`];
  return podCgroups.root + names.map((_, at) => `/${names.slice(0, at + 1).join('-')}.slice`).join('');
}
