// SPDX-License-Identifier: Apache-2.0
/** What requests contain. */
export const requestDifferences = {
  sandboxResources: {
    since: 23,
    shown: 'recorded',
    what: 'linux.resources and linux.overhead of a sandbox; recorded between 1.20 and 1.24, 1.23 by the sources',
  },
  seccompProfilePath: {
    since: 0,
    until: 26,
    shown: 'recorded',
    what: 'the deprecated seccomp_profile_path beside seccomp; recorded between 1.24 and 1.28, 1.27 by the sources',
  },
  seccompAnnotations: {
    since: 0,
    until: 24,
    shown: 'sources',
    what: 'seccomp profiles named by annotations of the pod',
  },
  appArmorFields: {
    since: 30,
    shown: 'sources',
    what: 'AppArmor profiles from the security contexts, sent as apparmor beside apparmor_profile; before: from annotations, as apparmor_profile alone',
  },
  soundMasked: {
    since: 28,
    shown: 'recorded',
    what: '/proc/asound is masked instead of read-only; recorded between 1.24 and 1.28',
  },
  powerCapMasked: {
    since: 28,
    shown: 'recorded',
    what: '/sys/devices/virtual/powercap is masked; recorded between 1.24 and 1.28, patched into 1.28',
  },
  interruptsMasked: {
    since: 31,
    shown: 'recorded',
    what: '/proc/interrupts and thermal_throttle of every processor are masked; recorded between 1.28 and 1.32, patched into 1.31',
  },
  usernsAlwaysSaid: {
    since: 33,
    shown: 'recorded',
    what: 'namespace_options.userns_options of every pod; recorded between 1.32 and 1.37, 1.33 by the sources',
  },
  userNamespaces: {
    since: 33,
    shown: 'sources',
    what: 'hostUsers: false gives a pod ids of its own; before it had no effect without a feature gate',
  },
  supplementalGroupsPolicy: {
    since: 33,
    shown: 'sources',
    what: 'supplemental_groups_policy is sent',
  },
  hostNameOverride: {
    since: 35,
    shown: 'sources',
    what: 'hostnameOverride replaces the host name',
  },
  longSearchLists: {
    since: 26,
    shown: 'sources',
    what: '32 search domains of 2048 characters instead of 6 of 256',
  },
  hostsOfHostNetwork: {
    since: 32,
    shown: 'recorded',
    what: 'a pod on the network of the node gets /etc/hosts although its addresses are not known, as with a kubelet without an API server; recorded between 1.28 and 1.32',
  },
  criticalPodsProtected: {
    since: 0,
    until: 21,
    shown: 'recorded',
    what: 'oom_score_adj -997 for static pods and every critical priority class, not only system-node-critical; recorded between 1.20 and 1.24, 1.21 by the sources',
  },
  podLevelResources: {
    since: 34,
    shown: 'sources',
    what: 'resources of the pod as a whole',
  },
  hugePageSizesByName: {
    since: 0,
    until: 21,
    shown: 'recorded',
    what: 'hugepage_limits in the order of the names in /sys/kernel/mm/hugepages, 1GB before 2MB; recorded between 1.20 and 1.24',
  },
  swapLimits: {
    since: 28,
    shown: 'recorded',
    what: 'memory_swap_limit_in_bytes, or memory.swap.max with cgroup v2, forbid swapping; recorded between 1.24 and 1.28',
  },
  oomGroup: {
    since: 28,
    shown: 'sources',
    what: 'memory.oom.group=1 with cgroup v2',
  },
  memoryQos: {
    since: 37,
    shown: 'sources',
    what: 'memory.min=0 and memory.low=0 with cgroup v2',
  },
  relaxedEnvNames: {
    since: 32,
    shown: 'sources',
    what: 'keys of ConfigMaps and Secrets become variables whatever they begin with',
  },
  recursiveReadOnly: { since: 31, shown: 'sources', what: 'recursive_read_only of a mount' },
  envFiles: { since: 35, shown: 'sources', what: 'variables from files in volumes (fileKeyRef)' },
  userSpecifiedImage: {
    since: 28,
    shown: 'recorded',
    what: 'image.user_specified_image of a container; recorded between 1.24 and 1.28, 1.28 by the sources',
  },
  hashOfNameAndImage: {
    since: 31,
    shown: 'recorded',
    what: 'the hash of a container covers its name and image instead of the whole definition; recorded between 1.28 and 1.32, 1.31 by the sources',
  },
} as const;
