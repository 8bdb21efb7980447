// SPDX-License-Identifier: Apache-2.0
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';
import type {
  LinuxPodSandboxConfig,
  LinuxSandboxSecurityContext,
  PodSandboxConfig,
} from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodSecurityContext } from '#pod/security-context.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Traits } from '../../versions/traits.js';
import { cgroupParent } from './cgroup-parent.js';
import { podGroups } from '../security/container-security.js';
import { normalizedSysctl } from './safe-sysctls.js';
import { dnsConfig } from '../network/dns.js';
import { sandboxHostName } from '../network/host-name.js';
import { namespaceOptions } from './namespaces.js';
import { portMappings } from '../network/port-mappings.js';
import { allContainers } from '../resources/qos.js';
import { overheadResources, sandboxResources } from '../resources/resources.js';
import { int64Value, seLinux } from '../security/security-profile.js';
import { mapField, sparse } from '../sparse.js';
import type { IdRange } from '../security/user-namespace.js';

export interface SandboxInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly attempt: number;
  readonly facts: NodeFacts;
  readonly podLogsDir: string;
  readonly traits: Traits;
  /** Set for a pod with its own user namespace. */
  readonly userNamespace?: IdRange | undefined;
}

/**
 * kuberuntime_sandbox.go, generatePodSandboxConfig: sent with RunPodSandbox, and again with every container
 * and pull. Throws a ConfigError if no valid config can be made.
 */
export function sandboxConfig(input: SandboxInput): PodSandboxConfig {
  const { pod, uid, attempt, facts, podLogsDir, traits } = input;
  const { name, namespace = 'default', labels, annotations = {} } = pod.metadata;
  return sparse({
    metadata: sparse({ name, uid, namespace, attempt }),
    hostname: sandboxHostName(pod, facts.clusterDomain),
    log_directory: logDirectory(podLogsDir, pod, uid),
    dns_config: dnsConfig(pod, facts, traits),
    port_mappings: portMappings(pod),
    labels: { ...labels, ...podLabels(pod, uid) },
    annotations: mapField(annotations),
    linux: linuxConfig(input),
  });
}

/** kuberuntime/helpers.go, BuildPodLogsDirectory. */
export function logDirectory(podLogsDir: string, pod: Pod, uid: string): string {
  return `${podLogsDir}/${pod.metadata.namespace ?? 'default'}_${pod.metadata.name}_${uid}`;
}

/** kuberuntime/labels.go, newPodLabels. */
export function podLabels(pod: Pod, uid: string): Readonly<Record<string, string>> {
  return {
    [podNameLabel]: pod.metadata.name,
    [podNamespaceLabel]: pod.metadata.namespace ?? 'default',
    [podUidLabel]: uid,
  };
}

/** kuberuntime_sandbox.go, generatePodSandboxLinuxConfig. */
function linuxConfig(input: SandboxInput): LinuxPodSandboxConfig {
  const { pod, uid, facts, traits } = input;
  const sysctls = pod.spec.securityContext?.sysctls ?? [];
  return sparse({
    cgroup_parent: cgroupParent(pod, uid, facts),
    sysctls: mapField(Object.fromEntries(sysctls.map(({ name, value }) => [normalizedSysctl(name), value]))),
    security_context: sandboxSecurity(input),
    ...(traits.sandboxResources && {
      overhead: overheadResources(input),
      resources: sandboxResources(input),
    }),
  });
}

/** The sandbox always gets the default seccomp profile, whatever the pod says. */
function sandboxSecurity(input: SandboxInput): LinuxSandboxSecurityContext {
  const { pod, traits } = input;
  const { securityContext } = pod.spec;
  return sparse({
    ...(securityContext && ofPodContext(input, securityContext)),
    privileged: everyContainer(pod).some((container) => container.securityContext?.privileged === true),
    seccomp: {},
    seccomp_profile_path: traits.seccompProfilePath ? 'runtime/default' : '',
  });
}

function ofPodContext(input: SandboxInput, context: PodSecurityContext): LinuxSandboxSecurityContext {
  const { runAsUser, runAsGroup } = context;
  return {
    namespace_options: namespaceOptions(input),
    selinux_options: seLinux(context.seLinuxOptions),
    run_as_user: runAsUser === undefined ? undefined : int64Value(runAsUser),
    run_as_group: runAsGroup === undefined ? undefined : int64Value(runAsGroup),
    ...podGroups(context),
  };
}

function everyContainer(pod: Pod): readonly Container[] {
  return [...allContainers(pod), ...(pod.spec.ephemeralContainers ?? [])];
}
