// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import type { RestartLie } from '../restart/restart-lie.js';

/** One method that is honest until that many versions have come. */
function since<M extends UnaryMethod>(
  nth: number,
  rpc: M,
  change: (answer: ResponseOf<M>, request: RequestOf<M>) => ResponseOf<M>,
): (lying: LyingAfter) => CriHandlers {
  return ({ truth, tell, returns }) =>
    lyingAbout(rpc, async (request, honest) =>
      returns() < nth ? undefined : change(await honest(), request),
    )(truth, tell);
}

const refuses = (): never => {
  throw new CriRefusal('UNKNOWN', 'unsupported shim version (3)');
};

const scenario = 'upgrade.made-by-the-new';
const unready = {
  scenario,
  expected: /^the other version: ready after its start$/,
  actual: /^the daemon: not ready after \d+ s: unsupported shim version \(3\)$/,
  stuck: /^the daemon: not ready after \d+ s: unsupported shim version \(3\)$/,
} as const;

/** What the old version says once it is back. */
export const returnLies: readonly RestartLie[] = [
  {
    name: 'the new version does not start on the state of the old one',
    tell: since(1, 'Status', refuses),
    breaks: ['upgrade.version.starts', 'upgrade.runtime.ready-again', 'upgrade.starting.says-unavailable'],
    ...unready,
  },
  {
    name: 'the old version does not start on the state of the new one',
    tell: since(2, 'Status', refuses),
    breaks: ['upgrade.return.starts', 'upgrade.runtime.ready-again', 'upgrade.starting.says-unavailable'],
    ...unready,
  },
  {
    name: 'the old version is said to be the new one after its return',
    tell: since(2, 'Version', (answer) => ({ ...answer, runtime_version: '9.9.9' })),
    scenario,
    breaks: ['upgrade.return.version'],
    expected: /^as before the upgrade: \{.*runtime_version: "/,
    actual: /runtime_version: "9\.9\.9"/,
  },
  {
    name: 'the old version does not list what the new one made',
    tell: since(2, 'ListContainers', ({ containers = [] }) => ({
      containers: containers.filter(({ metadata }) => metadata?.name === 'main'),
    })),
    scenario,
    breaks: [
      'upgrade.return.objects-known',
      'upgrade.objects.same-set',
      'container.list.stays-until-removed',
    ],
    expected: /^ListContainers with late \(/,
    actual: /^a list without it$/,
  },
  {
    name: 'the old version executes nothing in what the new one made',
    tell: since(2, 'ExecSync', refuses),
    scenario,
    breaks: ['upgrade.return.verbs-work', 'upgrade.preexisting.exec', 'exec.sync.exit-code'],
    expected: /^ExecSync of what the new version made: OK$/,
    actual: /^UNKNOWN: unsupported shim version \(3\)$/,
  },
];
