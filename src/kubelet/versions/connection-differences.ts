// SPDX-License-Identifier: Apache-2.0
/** How the kubelet talks to the runtime, and what it reads periodically. */
export const connectionDifferences = {
  speaksV1: {
    since: 23,
    shown: 'recorded',
    source: 'recordings 1.20/env-args and 1.24/env-args; 1.23 by the sources',
    what: 'CRI v1 instead of v1alpha2',
  },
  fallsBackToV1alpha2: {
    since: 23,
    until: 25,
    shown: 'sources',
    source: 'cri/remote/remote_runtime.go, determineAPIVersion',
    what: 'v1alpha2 where the runtime does not have v1',
  },
  statsListDeadline: {
    since: 29,
    shown: 'sources',
    source: 'cri/remote/remote_runtime.go, ListContainerStats',
    what: 'ListContainerStats has a deadline of 2 minutes instead of none',
  },
  emptyFilters: {
    since: 36,
    shown: 'sources',
    source: 'kuberuntime_sandbox.go, getKubeletSandboxes; kuberuntime_container.go, getKubeletContainers',
    what: 'the lists of a relist carry an empty filter instead of none',
  },
  inspectionLists: {
    since: 0,
    until: 35,
    shown: 'recorded',
    source: 'recordings 1.32/happy-two and 1.37/happy-two; 1.35 by the sources',
    what: 'one pod is read by listing and reading its sandboxes, then listing and reading its containers, in the order of the lists',
  },
  onDemandRelist: {
    since: 36,
    shown: 'recorded',
    source: 'recordings 1.32/happy-two and 1.37/happy-two; 1.36 by the sources (gate PLEGOnDemandRelist)',
    what: 'a sync that did something is followed by a relist of that pod',
  },
  goneTolerated: {
    since: 24,
    shown: 'sources',
    source:
      'kuberuntime_container.go, killContainer; kuberuntime_manager.go, killPodWithSyncResult and GetPodStatus',
    what: 'NOT_FOUND is success when stopping, and skipped when reading',
  },
  newestByAttempt: {
    since: 35,
    shown: 'sources',
    source: 'kuberuntime_manager.go, GetPodStatus',
    what: 'the newest sandbox of a pod is the one with the highest attempt instead of the last one created',
  },
  eventsReplaceRelist: {
    since: 26,
    until: 36,
    shown: 'sources',
    source: 'pleg/evented.go, processCRIEvents (gate EventedPLEG, KEP-3386)',
    what: 'with EventedPLEG, events replace relists, which come every 5 minutes only',
  },
} as const;
