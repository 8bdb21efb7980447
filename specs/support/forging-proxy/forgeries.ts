// SPDX-License-Identifier: Apache-2.0
import { compose, type Forger } from './answer.js';
import type { AttackBench } from './attack-bench.js';
import {
  crowdedLists,
  deepAnswers,
  emptyMessages,
  floodEvents,
  hangAfter,
  hanging,
  longLists,
  longRefusals,
  longTexts,
  neverEnds,
} from './forge-floods.js';
import {
  evilIds,
  foreignIdsEverywhere,
  foreignIdsForCreations,
  noIds,
  renamedIds,
  shortenedIdsForCreations,
} from './forge-ids.js';
import { invertedFilters, noFilters, oursHidden, ourUidOnForeign, refusedAtFirst } from './forge-lists.js';
import {
  logBehindLink,
  logElsewhere,
  logSwapped,
  mountsElsewhere,
  urlsElsewhere,
  type Swap,
} from './forge-paths.js';

/** A runtime that cannot be trusted, in one way. */
export interface Forgery {
  readonly name: string;
  readonly forger: (at: AttackBench) => Forger;
  /** Those that could be misled. */
  readonly scenarios: string;
  /**
   * The runtime's answers are consistent: only the kernel can contradict them, and the reference runtime has
   * no processes.
   */
  readonly needsKernel?: true;
}

/** The forgeries to try a command with if there is no time for all. */
export function withNames(pattern: RegExp): readonly Forgery[] {
  return allForgeries.filter(({ name }) => pattern.test(name));
}

const ofAll = [
  'scenario:pod.happy-path,scenario:sandbox.two-ready,scenario:containers.call-by-call,scenario:images.pull-and-remove,scenario:images.collected,scenario:garbage.dead-containers',
  'scenario:garbage.sandboxes,scenario:kubelet.restarts,scenario:streaming.all,scenario:logs.reopen,scenario:logs.rotated-by-kubelet,scenario:updates.resized,scenario:exec.commands',
  'scenario:sandbox.removed-from-outside,scenario:sandbox.stopped-from-outside,scenario:stop.forced,scenario:stats.twice,scenario:resources.update',
].join(',');
const ofLogs =
  'scenario:streaming.all,scenario:logs.reopen,scenario:logs.rotated-by-kubelet,scenario:logs.output,scenario:pod.happy-path,scenario:images.collected';

/** Their answers contain other people's objects. */
export const foreignForgeries: readonly Forgery[] = [
  { name: 'no-filters', forger: () => noFilters(), scenarios: ofAll },
  { name: 'inverted-filters', forger: () => invertedFilters(), scenarios: ofAll },
  {
    name: 'foreign-ids-everywhere',
    forger: ({ world }) => foreignIdsEverywhere(world.ids),
    scenarios: ofAll,
  },
  ...[false, true].map((status): Forgery => ({
    name: `our-uid-on-foreign${status ? ', also in their status' : ''}`,
    forger: ({ world, seen }) => ourUidOnForeign({ foreign: world.ids, seen, status }),
    scenarios: ofAll,
  })),
  ...[false, true].flatMap((status) => [0, 3].map((hidden) => creations(status, hidden))),
  {
    name: 'foreign-ids-for-creations, shortened, our uid in their status',
    forger: ({ world, seen }) => shortenedIdsForCreations({ foreign: world.ids, seen }),
    scenarios: ofAll,
  },
  {
    name: 'foreign-ids-for-creations, our uid in their status, lists refused at first',
    forger: ({ world, seen }) =>
      compose(
        refusedAtFirst(3),
        foreignIdsForCreations({ foreign: world.ids, seen, status: true, hidden: 0 }),
      ),
    scenarios: ofAll,
  },
];

function creations(status: boolean, hidden: number): Forgery {
  const more = [...(status ? ['our uid in their status'] : []), ...(hidden > 0 ? ['hidden at first'] : [])];
  return {
    name: ['foreign-ids-for-creations', ...more].join(', '),
    forger: ({ world, seen }) => foreignIdsForCreations({ foreign: world.ids, seen, status, hidden }),
    scenarios: ofAll,
    ...(status && hidden > 0 ? { needsKernel: true } : {}),
  };
}

export const idForgeries: readonly Forgery[] = [
  {
    name: 'evil-ids: paths',
    forger: ({ canaries }) => renamedIds([canaries.logAbove]),
    scenarios: ofAll,
  },
  {
    name: 'evil-ids: of all kinds',
    forger: ({ canaries }) => renamedIds(evilIds(canaries.logAbove)),
    scenarios: ofAll,
  },
  { name: 'evil-ids: none', forger: () => noIds(), scenarios: ofAll },
];

const swaps: readonly Swap[] = ['link to a file', 'link to a directory', 'pipe', 'device'];

export const pathForgeries: readonly Forgery[] = [
  {
    name: 'evil-log-path: a secret',
    forger: ({ canaries }) => logElsewhere(canaries.secret),
    scenarios: ofLogs,
  },
  {
    name: 'evil-log-path: a log',
    forger: ({ canaries }) => logElsewhere(`${canaries.logAbove(1)}.log`),
    scenarios: ofLogs,
  },
  {
    name: 'evil-log-path: nothing',
    forger: ({ canaries }) => logElsewhere(canaries.logAbove(1)),
    scenarios: ofLogs,
  },
  { name: 'evil-log-path: a pipe', forger: ({ canaries }) => logElsewhere(canaries.pipe), scenarios: ofLogs },
  { name: 'evil-log-path: /dev/zero', forger: () => logElsewhere('/dev/zero'), scenarios: ofLogs },
  { name: 'evil-log-path: behind a link', forger: (at) => logBehindLink(at), scenarios: ofLogs },
  ...swaps.map((as): Forgery => ({
    name: `evil-log-path: the log is a ${as}`,
    forger: ({ canaries, seen }) => logSwapped({ canaries, seen, as }),
    scenarios: ofLogs,
  })),
  { name: 'evil-mount-paths', forger: ({ canaries }) => mountsElsewhere(canaries), scenarios: ofAll },
  {
    name: 'evil-urls',
    forger: ({ server }) => urlsElsewhere(server.url),
    scenarios: 'scenario:streaming.all,scenario:checkpoint.running',
  },
];

const asked = ['ListPodSandbox', 'ListContainers', 'ListImages'] as const;
const small = 'scenario:pod.happy-path,scenario:garbage.dead-containers,scenario:images.collected';

export const floodForgeries: readonly Forgery[] = [
  { name: 'huge: 60 000 empty items in each list', forger: () => longLists(60_000), scenarios: small },
  { name: 'huge: more items than are read', forger: () => crowdedLists(45_000, 220), scenarios: small },
  {
    name: 'huge: lists of 14 MB, all of them read',
    forger: () => crowdedLists(19_000, 730),
    scenarios: small,
  },
  { name: 'huge: 16 MB of nothing', forger: () => emptyMessages(asked, 8_000_000), scenarios: small },
  {
    name: 'huge: refusals of 1 MB',
    forger: () => longRefusals(['CreateContainer', 'StopPodSandbox'], 1_000_000),
    scenarios: small,
  },
  {
    name: 'huge: texts of 1 MB',
    forger: () => longTexts(['Version', 'Status', 'ContainerStatus', 'PodSandboxStatus'], 1_000_000),
    scenarios: small,
  },
  { name: 'huge: a depth of 100 000', forger: () => deepAnswers(100_000), scenarios: small },
  ...[5, 60].map((calls): Forgery => ({
    name: `hang-after-${calls}`,
    forger: () => hangAfter(calls),
    scenarios: ofAll,
  })),
  {
    name: 'hang: no status of a container',
    forger: () => compose(hanging(({ method }) => method === 'ContainerStatus')),
    scenarios: ofAll,
  },
  {
    name: 'flood-events',
    forger: () => compose(floodEvents(), neverEnds()),
    scenarios: 'scenario:events.watch',
  },
];

/** Those that need no processes. */
export const allForgeries: readonly Forgery[] = [
  ...foreignForgeries.filter(({ needsKernel }) => needsKernel !== true),
  ...idForgeries,
  ...pathForgeries,
  ...floodForgeries,
  { name: 'ours-hidden', forger: ({ world }) => oursHidden(world.ids), scenarios: ofAll },
];
