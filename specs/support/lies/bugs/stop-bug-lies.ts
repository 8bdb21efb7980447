// SPDX-License-Identifier: Apache-2.0
import { appendFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { byNobody } from '../bulk/bulk-lie.js';
import { allOf, inLists, inStatuses, stillRunning } from '../in-every-view.js';
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
  {
    name: 'a container of a stopped sandbox still runs, it says',
    tell: (truth, tell) => {
      let isStopped = false;
      return allOf(
        lyingAbout('StopPodSandbox', () => {
          isStopped = true;
          return undefined;
        }),
        inStatuses((status) =>
          isStopped && status.state === 'CONTAINER_EXITED' ? stillRunning(status) : undefined,
        ),
        inLists(({ state, ...item }) =>
          isStopped && state === 'CONTAINER_EXITED' ? { ...item, state: 'CONTAINER_RUNNING' } : undefined,
        ),
      )(truth, tell);
    },
    scenario: 'sandbox.stopped-while-running',
    breaks: ['sandbox.stop.ends-containers'],
    expected: /^every container that ran in a stopped sandbox is EXITED$/,
    actual: /^CONTAINER_RUNNING in ContainerStatus$/,
    proof: ['StopPodSandbox', 'ContainerStatus'],
  },
];

const beside: readonly Lie[] = [
  {
    name: 'a repeated stop sends its signal again',
    tell: (truth, tell) => {
      const logs = new Map<string | undefined, string | undefined>();
      return {
        StopContainer: async (request, call) => {
          const id = request.container_id;
          const path = logs.get(id);
          tell({ rpc: 'StopContainer', request });
          // What the program would print.
          if (path !== undefined)
            await appendFile(path, `${new Date().toISOString()} stdout F asked to stop\n`);
          const { status } = await truth.ContainerStatus({ container_id: id }, byNobody);
          logs.set(id, status?.log_path);
          return truth.StopContainer(request, call);
        },
      };
    },
    scenario: 'stop.repeated',
    breaks: ['container.stop.signal-once'],
    expected: /^“asked to stop” in the log once, after 3 StopContainer$/,
    actual: /^[23] times$/,
    proof: ['StopContainer', 'StopContainer', 'StopContainer'],
  },
  {
    name: 'what was created beside the stop of its sandbox is started',
    tell: (truth, tell) => {
      const stopped = new Set<string | undefined>();
      const within = new Map<string | undefined, string | undefined>();
      return allOf(
        (honest) => ({
          CreateContainer: async (request, call) => {
            const answer = await honest.CreateContainer(request, call);
            within.set(answer.container_id, request.pod_sandbox_id);
            return answer;
          },
          StopPodSandbox: async (request, call) => {
            stopped.add(request.pod_sandbox_id);
            return honest.StopPodSandbox(request, call);
          },
        }),
        lyingAbout('StartContainer', ({ container_id: id }) =>
          stopped.has(within.get(id)) ? {} : undefined,
        ),
      )(truth, tell);
    },
    scenario: 'sandbox.stopped-while-creating',
    breaks: ['container.start.stopped-sandbox-refused'],
    expected: /^refused: the sandbox is stopped$/,
    actual: /^OK$/,
    proof: ['StartContainer'],
  },
  {
    name: 'without the directory of its log a container takes half a minute',
    tell: (truth, tell) => {
      const homeless = new Set<string | undefined>();
      return allOf(
        (honest) => ({
          CreateContainer: async (request, call) => {
            const answer = await honest.CreateContainer(request, call);
            if (request.sandbox_config?.log_directory?.includes('criprobe-unknown') === true)
              homeless.add(answer.container_id);
            return answer;
          },
        }),
        lyingAbout('StartContainer', async ({ container_id: id }, honest) => {
          if (!homeless.has(id)) return undefined;
          await setTimeout(28_000);
          return honest();
        }),
      )(truth, tell);
    },
    scenario: 'logs.missing-directory',
    breaks: ['runtime.calls.answered'],
    expected: /^StartContainer: an answer within \d+ ms$/,
    actual: / after 2\d{4} ms$/,
    proof: ['StartContainer'],
  },
  {
    name: 'no mount follows the node, it says',
    tell: inStatuses((status) => ({
      ...status,
      mounts: (status.mounts ?? []).map((mount) => ({ ...mount, propagation: undefined })),
    })),
    scenario: 'containers.propagation',
    breaks: ['container.status.mounts-as-asked'],
    expected: /^\/mnt with propagation "PROPAGATION_HOST_TO_CONTAINER"$/,
    actual: /^propagation "PROPAGATION_PRIVATE"$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
];

export const stopBugLies: readonly Lie[] = [...stops, ...views, ...beside];
