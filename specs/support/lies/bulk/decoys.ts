// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import type { UnaryHandler } from '#cri/server/handlers.js';
import { lyingAbout } from '../lying-runtime.js';
import {
  answers,
  byNobody,
  containerIn,
  refuses,
  sandboxIn,
  together,
  bulkLie,
  type BulkLie,
  type TellBulk,
} from './bulk-lie.js';
import { statsViews } from './views.js';

/** Another order, and never the same twice. */
function shuffled<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items === undefined || items.length < 2 ? undefined : items.toSorted(() => Math.random() - 0.5);
}

const shufflesLists: TellBulk = together(
  answers('ListContainers', ({ containers }) => {
    const other = shuffled(containers);
    return other && { containers: other };
  }),
  answers('ListPodSandbox', ({ items }) => {
    const other = shuffled(items);
    return other && { items: other };
  }),
  answers('ListImages', ({ images }) => {
    const other = shuffled(images);
    return other && { images: other };
  }),
  answers('ListContainerStats', ({ stats }) => {
    const other = shuffled(stats);
    return other && { stats: other };
  }),
  answers('ListPodSandboxStats', ({ stats }) => {
    const other = shuffled(stats);
    return other && { stats: other };
  }),
);

const streams: readonly string[] = streamMethods;

/** Every unary method, in the same way. */
const everywhere =
  (change: (rpc: string, handler: UnaryHandler, tell: () => void) => UnaryHandler): TellBulk =>
  ({ truth, tell }) =>
    Object.fromEntries(
      Object.entries(truth)
        .filter(([rpc]) => !streams.includes(rpc))
        .map(([rpc, handler]) => [
          rpc,
          change(rpc, handler as UnaryHandler, () => {
            tell({ rpc, request: undefined });
          }),
        ]),
    );

const otherErrorTexts = everywhere((_, handler, tell) => async (request, call) => {
  try {
    return await handler(request, call);
  } catch (error) {
    if (!(error instanceof CriRefusal)) throw error;
    tell();
    throw new CriRefusal(error.code, 'rpc error: something else is said here');
  }
});

const slow = everywhere((_, handler, tell) => async (request, call) => {
  tell();
  await setTimeout(400);
  return handler(request, call);
});

/** DeadlineExceeded is answered as OK with exit code -1. */
const timeoutIsAnExit: TellBulk = ({ truth, tell }) =>
  lyingAbout('ExecSync', async (_, honest) => {
    try {
      await honest();
      return undefined;
    } catch (error) {
      if (!(error instanceof CriRefusal) || error.code !== 'DEADLINE_EXCEEDED') throw error;
      return { exit_code: -1, stderr: Buffer.from('command timed out').toString('base64') };
    }
  })(truth, tell);

/** A container whose start failed cannot be found any more. */
const failedStartHides: TellBulk = (lying) => {
  const { truth, tell } = lying;
  return {
    StartContainer: async (request, call) => {
      try {
        return await truth.StartContainer(request, call);
      } catch (refusal) {
        const status = await containerIn(truth, request.container_id);
        // A second start of one that ran is another matter.
        if (BigInt(status?.started_at ?? 0) === 0n || status?.exit_code === 128) {
          tell({ rpc: 'StartContainer', request });
          await truth.RemoveContainer({ container_id: request.container_id }, byNobody);
        }
        throw refusal;
      }
    },
  };
};

const eventsOff: TellBulk = ({ tell }) => ({
  // eslint-disable-next-line @typescript-eslint/require-await, require-yield -- it ends at once
  GetContainerEvents: async function* (request) {
    tell({ rpc: 'GetContainerEvents', request });
  },
});

const fewerStats: TellBulk = (lying) =>
  together(
    answers('ListContainerStats', ({ stats = [] }) => ({
      stats: stats.filter(({ cpu }) => cpu !== undefined),
    })),
    statsViews(({ cpu, ...stats }) =>
      cpu === undefined
        ? undefined
        : {
            ...stats,
            cpu: { timestamp: cpu.timestamp, usage_core_nano_seconds: cpu.usage_core_nano_seconds },
          },
    ),
  )(lying);

const sameSandboxAgain: TellBulk = ({ truth, tell }) => {
  const made = new Map<string, string>();
  return lyingAbout('RunPodSandbox', async ({ config, ...request }, honest) => {
    const key = JSON.stringify([config?.metadata, request.runtime_handler]);
    const before = made.get(key);
    const status = before === undefined ? undefined : await sandboxIn(truth, before);
    if (status !== undefined && status.state !== 'SANDBOX_NOTREADY') return { pod_sandbox_id: before };
    const answer = await honest();
    made.set(key, answer.pod_sandbox_id ?? '');
    return undefined;
  })(truth, tell);
};

const moreConditions = answers('Status', ({ status, ...answer }) => ({
  ...answer,
  status: {
    conditions: [
      ...(status?.conditions ?? []).map((condition) => ({ ...condition, reason: 'junk', message: 'junk' })),
      { type: 'ContainerdHasNoDeprecationWarnings', status: false, reason: 'x', message: '{}' },
    ],
  },
  info: { ...answer.info, extra: '{}' },
}));

/** What looks like a lie and is allowed; critest does not notice two of them either. */
export const decoys: readonly BulkLie[] = [
  bulkLie(
    ['D1', 'lists in any order'],
    shufflesLists,
    'containers.two-in-a-pod',
    'garbage.dead-containers',
    'images.collected',
    'stats.twice',
  ),
  bulkLie(
    ['D2', 'other texts of errors'],
    otherErrorTexts,
    'containers.call-by-call',
    'containers.duplicate-names',
    'start.bad-image-name',
    'start.bad-entrypoint',
    'exec.commands',
  ),
  bulkLie(
    ['D3', 'another condition, other reasons, more information'],
    moreConditions,
    'runtime.answers',
    'pod.happy-path',
  ),
  bulkLie(
    ['D4', 'handlers in any order'],
    answers('Status', ({ runtime_handlers: handlers, ...answer }) => {
      const other = shuffled(handlers);
      return other && { ...answer, runtime_handlers: other };
    }),
    'runtime.answers',
  ),
  bulkLie(
    ['D5', 'a time-out of ExecSync is an exit with -1'],
    timeoutIsAnExit,
    'exec.commands',
    'probes.time-out',
  ),
  bulkLie(['D6', 'a container whose start failed is gone'], failedStartHides, 'start.bad-entrypoint'),
  bulkLie(['D7', 'there are no events'], eventsOff, 'events.watch', 'pod.happy-path'),
  bulkLie(
    ['D8', 'everything takes 400 ms longer'],
    slow,
    'pod.happy-path',
    'stop.slow-handler',
    'exec.commands',
  ),
  bulkLie(['D9', 'statistics of what runs only, without nano cores'], fewerStats, 'stats.twice'),
  bulkLie(
    ['D10', 'a sandbox that is there is not made again'],
    sameSandboxAgain,
    'containers.duplicate-names',
    'sandbox.two-ready',
  ),
  bulkLie(
    ['D11', 'GetContainerEvents is not there'],
    refuses('GetContainerEvents', 'UNIMPLEMENTED'),
    'pod.happy-path',
    'events.watch',
  ),
];
