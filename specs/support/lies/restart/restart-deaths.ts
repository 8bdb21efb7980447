// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { byNobody } from '../bulk/bulk-lie.js';
import { allOf } from '../in-every-view.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import type { RestartLie } from './restart-lie.js';

/** The sandbox is NOTREADY, and nobody has asked for that. */
function dying(lying: LyingAfter): (sandbox: string | undefined) => Promise<boolean> {
  return async (sandbox) =>
    lying.truth.PodSandboxStatus({ pod_sandbox_id: sandbox }, byNobody).then(
      ({ status }) => status?.state === 'SANDBOX_NOTREADY',
      () => false,
    );
}

const sandboxOf = async ({ truth }: LyingAfter, container: string | undefined): Promise<string> => {
  const { containers = [] } = await truth.ListContainers({ filter: { id: container } }, byNobody);
  return containers[0]?.pod_sandbox_id ?? '';
};

/** What is asked of a dead sandbox is an error until somebody gives up. */
const wedged =
  (message: string) =>
  (lying: LyingAfter): CriHandlers => {
    const isDead = dying(lying);
    return lyingAbout('StopPodSandbox', async ({ pod_sandbox_id: id }) => {
      if (await isDead(id)) throw new CriRefusal('UNKNOWN', message);
      return undefined;
    })(lying.truth, lying.tell);
  };

const scenario = 'sandbox.process-killed';

/** A sandbox whose process died, with the daemon there. */
export const sandboxDeathLies: readonly RestartLie[] = [
  {
    name: 'a list removes a sandbox whose process died',
    tell: (lying: LyingAfter): CriHandlers => {
      const isDead = dying(lying);
      return lyingAbout('ListPodSandbox', async ({ filter }, honest) => {
        if (filter?.id === undefined || !(await isDead(filter.id))) return undefined;
        await lying.truth.RemovePodSandbox({ pod_sandbox_id: filter.id }, byNobody);
        return honest();
      })(lying.truth, lying.tell);
    },
    scenario,
    breaks: [
      'container.list.stays-until-removed',
      'container.status.succeeds',
      'container.stop.succeeds',
      'sandbox.list.filters-find',
      'sandbox.run.ready-at-once',
      'sandbox.status.succeeds',
      'sandbox.stop.not-ready-and-listed',
    ],
    expected: /^container [0-9a-f]{64} shown by /,
    actual: /^a list without it for /,
  },
  {
    name: 'a sandbox without its namespaces cannot be stopped',
    tell: wedged('failed to get network namespace: no such file or directory'),
    scenario,
    breaks: ['sandbox.stop.succeeds'],
    expected: /^the first StopPodSandbox: OK$/,
    actual: /^UNKNOWN: failed to get network namespace/,
  },
  {
    name: 'a sandbox whose machine died cannot be stopped',
    tell: wedged('ttrpc: closed'),
    scenario,
    breaks: ['sandbox.stop.succeeds'],
    expected: /^the first StopPodSandbox: OK$/,
    actual: /^UNKNOWN: ttrpc: closed$/,
  },
  {
    name: 'containers of a dead sandbox cannot be stopped',
    tell: (lying: LyingAfter): CriHandlers => {
      const isDead = dying(lying);
      return allOf(
        lyingAbout('StopContainer', async ({ container_id: id }) => {
          if (await isDead(await sandboxOf(lying, id)))
            throw new CriRefusal('UNAVAILABLE', 'failed to kill container: ttrpc: closed');
          return undefined;
        }),
      )(lying.truth, lying.tell);
    },
    scenario,
    breaks: ['container.stop.succeeds'],
    expected: /OK$/,
    actual: /^UNAVAILABLE: failed to kill container/,
  },
];
