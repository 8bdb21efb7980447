// SPDX-License-Identifier: Apache-2.0
/** The contents of requests. */
export const requestDifferences = {
  sandboxResources: {
    since: 23,
    shown: 'recorded',
    source: 'recordings 1.20/happy-two and 1.24/happy-two; 1.23 by the sources',
    what: 'linux.resources and linux.overhead of a sandbox',
  },
  seccompProfilePath: {
    since: 0,
    until: 26,
    shown: 'recorded',
    source: 'recordings 1.24/happy-two and 1.28/happy-two; 1.27 by the sources',
    what: 'the deprecated seccomp_profile_path, in addition to seccomp',
  },
  seccompAnnotations: {
    since: 0,
    until: 24,
    shown: 'sources',
    source: 'kuberuntime/helpers.go, getSeccompProfilePath (KEP-135)',
    what: 'seccomp profiles named by annotations of the pod',
  },
  appArmorFields: {
    since: 30,
    shown: 'sources',
    source: 'kuberuntime/helpers.go, getAppArmorProfile (gate AppArmorFields, KEP-24)',
    what: 'AppArmor profiles from the security contexts, sent as apparmor in addition to apparmor_profile; before: from annotations, as apparmor_profile alone',
  },
  soundMasked: {
    since: 28,
    shown: 'recorded',
    source: 'recordings 1.24/happy-two and 1.28/happy-two',
    what: '/proc/asound is masked instead of read-only',
  },
  powerCapMasked: {
    since: 28,
    shown: 'recorded',
    source: 'recordings 1.24/happy-two and 1.28/happy-two; patched into 1.28',
    what: '/sys/devices/virtual/powercap is masked',
  },
  interruptsMasked: {
    since: 31,
    shown: 'recorded',
    source: 'recordings 1.28/happy-two and 1.32/happy-two; patched into 1.31',
    what: '/proc/interrupts and thermal_throttle of every processor are masked',
  },
  usernsAlwaysSaid: {
    since: 33,
    shown: 'recorded',
    source: 'recordings 1.32/happy-two and 1.37/happy-two; 1.33 by the sources',
    what: 'namespace_options.userns_options of every pod',
  },
  userNamespaces: {
    since: 33,
    shown: 'sources',
    source:
      'userns/userns_manager.go, GetOrCreateUserNamespaceMappings (gate UserNamespacesSupport, KEP-127)',
    what: 'hostUsers: false gives a pod its own ids; before, it needed a feature gate',
  },
  supplementalGroupsPolicy: {
    since: 33,
    shown: 'sources',
    source:
      'kuberuntime/security_context.go, determineEffectiveSecurityContext (gate SupplementalGroupsPolicy, KEP-3619)',
    what: 'supplemental_groups_policy is sent',
  },
  hostNameOverride: {
    since: 35,
    shown: 'sources',
    source: 'kubelet_pods.go, GeneratePodHostNameAndDomain (gate HostnameOverride, KEP-4762)',
    what: 'hostnameOverride replaces the host name',
  },
  longSearchLists: {
    since: 26,
    shown: 'sources',
    source: 'network/dns/dns.go, formDNSSearchFitsLimits (gate ExpandedDNSConfig, KEP-2595)',
    what: '32 search domains of 2048 characters instead of 6 of 256',
  },
  hostsOfHostNetwork: {
    since: 32,
    shown: 'recorded',
    source: 'recordings 1.28/host-network and 1.32/host-network',
    what: 'a pod on the host network gets /etc/hosts although its addresses are not known (kubelet without an API server)',
  },
  criticalPodsProtected: {
    since: 0,
    until: 21,
    shown: 'recorded',
    source: 'recordings 1.20/happy-two and 1.24/happy-two; 1.21 by the sources',
    what: 'oom_score_adj -997 for static pods and every critical priority class, not only system-node-critical',
  },
  podLevelResources: {
    since: 34,
    shown: 'sources',
    source: 'kuberuntime_sandbox_linux.go, calculateSandboxResources (gate PodLevelResources, KEP-2837)',
    what: 'pod-level resources',
  },
  hugePageSizesByName: {
    since: 0,
    until: 21,
    shown: 'recorded',
    source: 'recordings 1.20/happy-two and 1.24/happy-two',
    what: 'hugepage_limits in the order of the names in /sys/kernel/mm/hugepages, 1GB before 2MB',
  },
  swapLimits: {
    since: 28,
    shown: 'recorded',
    source: 'recordings 1.24/qos-guaranteed and 1.28/qos-guaranteed',
    what: 'memory_swap_limit_in_bytes, or memory.swap.max with cgroup v2, forbid swapping',
  },
  oomGroup: {
    since: 28,
    shown: 'sources',
    source: 'kuberuntime_container_linux.go, generateLinuxContainerResources',
    what: 'memory.oom.group=1 with cgroup v2',
  },
  memoryQos: {
    since: 37,
    shown: 'sources',
    source: 'kuberuntime_container_linux.go, generateLinuxContainerResources (gate MemoryQoS, KEP-2570)',
    what: 'memory.min=0 and memory.low=0 with cgroup v2',
  },
  relaxedEnvNames: {
    since: 32,
    shown: 'sources',
    source: 'kubelet_pods.go, makeEnvironmentVariables (gate RelaxedEnvironmentVariableValidation, KEP-4369)',
    what: 'keys of ConfigMaps and Secrets become variables whatever their first character is',
  },
  recursiveReadOnly: {
    since: 31,
    shown: 'sources',
    source: 'kubelet_pods.go, resolveRecursiveReadOnly (gate RecursiveReadOnlyMounts, KEP-3857)',
    what: 'recursive_read_only of a mount',
  },
  envFiles: {
    since: 35,
    shown: 'sources',
    source: 'kubelet_pods.go, makeEnvironmentVariables (gate EnvFiles, KEP-3721)',
    what: 'variables from files in volumes (fileKeyRef)',
  },
  userSpecifiedImage: {
    since: 28,
    shown: 'recorded',
    source: 'recordings 1.24/happy-two and 1.28/happy-two; 1.28 by the sources',
    what: 'image.user_specified_image of a container',
  },
  hashOfNameAndImage: {
    since: 31,
    shown: 'recorded',
    source: 'recordings 1.28/happy-two and 1.32/happy-two; 1.31 by the sources',
    what: 'the hash of a container covers its name and image instead of the whole definition',
  },
} as const;
