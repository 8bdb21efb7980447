// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { byNobody } from '../bulk/bulk-lie.js';
import { allOf, inLists, inStatuses } from '../in-every-view.js';
import type { Lie } from '../lies.js';
import { lyingAbout } from '../lying-runtime.js';

const stops: readonly Lie[] = [
  {
    name: 'a stop is answered before the container has ended',
    tell: (truth, tell) =>
      lyingAbout('StopContainer', (request) => {
        // Not with the call: that ends, and the stop would with it.
        Promise.resolve(truth.StopContainer(request, byNobody)).catch(() => undefined);
        return {};
      })(truth, tell),
    scenario: 'stop.slow-handler',
    breaks: ['container.stop.grace-kept', 'container.stop.handler-finishes'],
    expected: /^the program has \d+ ms, /,
    actual: /^OK after \d+ ms$/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'who ignores the stop signal is not killed at first',
    tell: (truth, tell) => {
      let refusals = 0;
      return lyingAbout('StopContainer', async ({ timeout = '0' }) => {
        if (refusals++ > 0) return undefined;
        await setTimeout(Number(timeout) * 1000 + 500);
        throw new CriRefusal('DEADLINE_EXCEEDED', 'the container is still there');
      })(truth, tell);
    },
    scenario: 'stop.ignores-term',
    breaks: ['container.stop.succeeds'],
    expected: /OK$/,
    actual: /^DEADLINE_EXCEEDED: the container is still there$/,
    proof: ['StopContainer'],
  },
  {
    name: 'every grace period is two seconds',
    tell: lyingAbout('StopContainer', ({ timeout = '0', ...request }, honest) =>
      Number(timeout) > 2 ? honest({ ...request, timeout: '2' }) : undefined,
    ),
    scenario: 'stop.long-grace',
    breaks: ['container.stop.grace-kept', 'container.stop.handler-finishes'],
    expected: /^the program has 4000 ms, /,
    actual: /^finished_at 2\d{3} ms after the call began$/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'the log of a container that is being stopped cannot be reopened',
    tell: (truth, tell) => {
      const stops = new Set<Promise<unknown>>();
      return allOf(
        (honest) => ({
          StopContainer: async (request, call) => {
            const stop = Promise.resolve(honest.StopContainer(request, call));
            stops.add(stop);
            return stop.finally(() => stops.delete(stop));
          },
        }),
        (honest, heard) => ({
          ReopenContainerLog: async (request, call) => {
            heard({ rpc: 'ReopenContainerLog', request });
            await Promise.allSettled(stops);
            return honest.ReopenContainerLog(request, call);
          },
        }),
      )(truth, tell);
    },
    scenario: 'stop.long-grace',
    breaks: ['container.stop.holds-up-no-read'],
    expected: /^ReopenContainerLog answered while StopContainer is under way$/,
    actual: /answered after \d+ ms, when StopContainer was over$/,
    proof: ['StopContainer', 'ReopenContainerLog'],
  },
  {
    name: 'a sandbox that does not exist cannot be stopped',
    tell: lyingAbout('StopPodSandbox', ({ pod_sandbox_id: id = '' }) => {
      if (id.startsWith('criprobe-unknown-')) throw new CriRefusal('NOT_FOUND', 'no such sandbox');
      return undefined;
    }),
    scenario: 'containers.two-in-a-pod',
    breaks: ['sandbox.stop.unknown-ok'],
    expected: /OK$/,
    actual: /^NOT_FOUND/,
    proof: ['StopPodSandbox'],
  },
];

const views: readonly Lie[] = [
  {
    name: 'the log of a container is that of another attempt',
    tell: inStatuses(({ log_path: path, ...status }) => ({
      ...status,
      log_path: path?.replace(/0\.log$/, '1.log'),
    })),
    scenario: 'pod.happy-path',
    breaks: ['container.status.log-path'],
    expected: /0\.log/,
    actual: /1\.log/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'the image of a container is told by a digest that is no id',
    tell: allOf(
      inStatuses((status) => ({ ...status, image_id: `registry.test/box@sha256:${'d'.repeat(64)}` })),
      inLists((item) => ({ ...item, image_id: `registry.test/box@sha256:${'d'.repeat(64)}` })),
    ),
    scenario: 'pod.happy-path',
    breaks: ['container.status.image-id', 'container.status.image-true', 'container.list.image-true'],
    expected: /[0-9a-f]{64}/,
    actual: /d{64}/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'what is missing is unknown',
    tell: (truth, tell) => {
      const unknown = (refusal: unknown): never => {
        const isMissing = refusal instanceof CriRefusal && refusal.code === 'NOT_FOUND';
        throw isMissing ? new CriRefusal('UNKNOWN', refusal.message) : refusal;
      };
      return allOf(
        lyingAbout('ContainerStatus', async (_, honest) => {
          await honest().catch(unknown);
          return undefined;
        }),
        lyingAbout('PodSandboxStatus', async (_, honest) => {
          await honest().catch(unknown);
          return undefined;
        }),
      )(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['container.status.missing-not-found', 'sandbox.status.missing-not-found'],
    expected: /NOT_FOUND/,
    actual: /^UNKNOWN/,
    proof: ['ContainerStatus'],
  },
];

export const stopBugLies: readonly Lie[] = [...stops, ...views];
