// SPDX-License-Identifier: Apache-2.0
/** How the runtime is reached, and what is read of it all the time. */
export const connectionDifferences = {
  speaksV1: {
    since: 23,
    shown: 'recorded',
    what: 'CRI v1 instead of v1alpha2; recorded between 1.20 and 1.24, 1.23 by the sources',
  },
  fallsBackToV1alpha2: {
    since: 23,
    until: 25,
    shown: 'sources',
    what: 'v1alpha2 where the runtime does not have v1',
  },
  statsListDeadline: {
    since: 29,
    shown: 'sources',
    what: 'ListContainerStats has a deadline of 2 minutes instead of none',
  },
  emptyFilters: {
    since: 36,
    shown: 'sources',
    what: 'the lists of a relist carry an empty filter instead of none',
  },
  inspectionLists: {
    since: 0,
    until: 35,
    shown: 'recorded',
    what: 'to read one pod its sandboxes are listed, read, its containers listed, read; in the order of the lists; recorded between 1.32 and 1.37, 1.35 by the sources',
  },
  onDemandRelist: {
    since: 36,
    shown: 'recorded',
    what: 'a sync that did something is followed by a relist of that pod; recorded between 1.32 and 1.37, 1.36 by the sources',
  },
  goneTolerated: {
    since: 24,
    shown: 'sources',
    what: 'NOT_FOUND is success when stopping, and skipped when reading',
  },
  newestByAttempt: {
    since: 35,
    shown: 'sources',
    what: 'the newest sandbox of a pod is the one with the highest attempt instead of the last created',
  },
  eventsReplaceRelist: {
    since: 26,
    until: 36,
    shown: 'sources',
    what: 'where container events are listened to, they bring what is new, and lists come every 5 minutes only',
  },
} as const;
