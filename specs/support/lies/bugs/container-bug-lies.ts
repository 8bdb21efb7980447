// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { byNobody } from '../bulk/bulk-lie.js';
import { allOf, inLists, inStatuses, stillRunning } from '../in-every-view.js';
import type { Lie } from '../lies.js';
import { lyingAbout } from '../lying-runtime.js';

/** Whether a key was seen before. */
function seen(): (key: string | undefined) => boolean {
  const known = new Set<string | undefined>();
  return (key) => known.size === known.add(key).size;
}

const creations: readonly Lie[] = [
  {
    name: 'whoever asks for a sandbox that is there waits half a minute',
    tell: (truth, tell) => {
      const wasAsked = seen();
      return lyingAbout('RunPodSandbox', async ({ config }) => {
        if (!wasAsked(JSON.stringify(config?.metadata))) return undefined;
        await setTimeout(28_000);
        throw new CriRefusal('UNKNOWN', 'the sandbox is not yet finished');
      })(truth, tell);
    },
    scenario: 'containers.duplicate-names',
    breaks: ['runtime.calls.answered'],
    expected: /^RunPodSandbox: an answer within \d+ ms$/,
    actual: / after \d{5,6} ms$/,
    proof: ['RunPodSandbox'],
  },
  {
    name: 'a RunPodSandbox that fails takes the daemon with it',
    tell: (truth, tell) => {
      let isDown = false;
      const down = (): undefined => {
        if (!isDown) return undefined;
        isDown = false;
        throw new CriRefusal('UNAVAILABLE', 'connection refused');
      };
      return allOf(
        (honest) => ({
          RunPodSandbox: async (request, call) => {
            try {
              return await honest.RunPodSandbox(request, call);
            } catch {
              isDown = true;
              throw new CriRefusal('UNAVAILABLE', 'error reading from server: EOF');
            }
          },
        }),
        lyingAbout('ListPodSandbox', down),
        lyingAbout('ListContainers', down),
      )(truth, tell);
    },
    scenario: 'start.refused-then-right',
    breaks: ['sandbox.list.succeeds'],
    expected: /^ListPodSandbox.*: OK$/,
    actual: /^UNAVAILABLE: connection refused$/,
    proof: ['ListPodSandbox'],
  },
];

/** Of a container that lacked memory. */
const whenOom =
  (change: (status: ContainerStatus) => ContainerStatus | undefined) =>
  (status: ContainerStatus): ContainerStatus | undefined =>
    status.reason === 'OOMKilled' ? change(status) : undefined;

const exits: readonly Lie[] = [
  {
    name: 'a lack of memory is told some seconds later',
    tell: (truth, tell) => {
      const firstMs = new Map<string, number>();
      return inStatuses(
        whenOom((status) => {
          const sinceMs = firstMs.get(status.id ?? '') ?? Date.now();
          firstMs.set(status.id ?? '', sinceMs);
          return Date.now() - sinceMs < 3_000 ? { ...status, reason: 'Error' } : undefined;
        }),
      )(truth, tell);
    },
    scenario: 'resources.out-of-memory',
    breaks: ['container.status.oom-told'],
    mayBreak: ['container.status.exit-final', 'sandbox.status.containers-agree'],
    expected: /^exit_code 137, reason OOMKilled$/,
    actual: /^exit_code 137, reason Error$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'a lack of memory is just an error',
    tell: inStatuses(whenOom((status) => ({ ...status, reason: 'Error' }))),
    scenario: 'resources.out-of-memory',
    breaks: ['container.status.oom-told'],
    expected: /^exit_code 137, reason OOMKilled$/,
    actual: /^exit_code 137, reason Error$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'a lack of memory is an error of its own number',
    tell: inStatuses(whenOom((status) => ({ ...status, reason: 'Error', exit_code: 128 }))),
    scenario: 'resources.out-of-memory',
    breaks: ['container.status.oom-told'],
    expected: /^exit_code 137, reason OOMKilled$/,
    actual: /^exit_code 128, reason Error$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'one exit of many is missed for ever, and its container cannot be stopped',
    tell: (truth, tell) => {
      let missed: string | undefined;
      const isMissed = ({ id, state }: { id?: string | undefined; state?: string | undefined }): boolean => {
        if (state === 'CONTAINER_EXITED') missed ??= id;
        return id !== undefined && id === missed;
      };
      return allOf(
        inStatuses((status) => (isMissed(status) ? stillRunning(status) : undefined)),
        inLists((item) => (isMissed(item) ? { ...item, state: 'CONTAINER_RUNNING' } : undefined)),
        lyingAbout('StopContainer', ({ container_id: id }) => {
          if (id === undefined || id !== missed) return undefined;
          throw new CriRefusal('DEADLINE_EXCEEDED', 'an error occurs during waiting for the container');
        }),
      )(truth, tell);
    },
    scenario: 'containers.fast-exits',
    breaks: ['container.status.exit-noticed'],
    mayBreak: [
      'container.status.exit-code-true',
      'container.status.exit-explained',
      'container.status.reason-fits',
      'container.stop.succeeds',
    ],
    expected: /^EXITED within \d+ ms of the end of its program$/,
    actual: /^CONTAINER_RUNNING \d+ ms after it$/,
    proof: ['StartContainer', 'ListContainers or ContainerStatus'],
  },
];

const missedExits: readonly Lie[] = [
  {
    name: 'an exit is missed while commands are executed',
    tell: (truth, tell) => {
      const missed = new Set<string | undefined>();
      return allOf(
        (honest) => ({
          ExecSync: async (request, call) => {
            const id = request.container_id;
            const ended = async (): Promise<void> => {
              const { status } = await truth.ContainerStatus({ container_id: id }, byNobody);
              if (status?.state === 'CONTAINER_EXITED') missed.add(id);
            };
            try {
              return await honest.ExecSync(request, call);
            } finally {
              await ended();
            }
          },
        }),
        inStatuses((status) => (missed.has(status.id) ? stillRunning(status) : undefined)),
        inLists((item) => (missed.has(item.id) ? { ...item, state: 'CONTAINER_RUNNING' } : undefined)),
      )(truth, tell);
    },
    scenario: 'exec.during-exit',
    breaks: ['container.status.exit-noticed'],
    mayBreak: ['container.status.exit-code-true'],
    expected: /^EXITED within \d+ ms of the end of its program$/,
    actual: /^CONTAINER_RUNNING \d+ ms after it$/,
    proof: ['StartContainer', 'ListContainers or ContainerStatus'],
  },
  {
    name: 'a program that does not exist was killed, it says',
    tell: (truth, tell) => {
      const failed = new Set<string | undefined>();
      return allOf(
        (honest) => ({
          StartContainer: async (request, call) =>
            honest.StartContainer(request, call).catch((refusal: unknown) => {
              failed.add(request.container_id);
              throw refusal;
            }),
        }),
        inStatuses((status) =>
          failed.has(status.id) ? { ...status, exit_code: 137, reason: 'Error' } : undefined,
        ),
      )(truth, tell);
    },
    scenario: 'start.bad-entrypoint',
    breaks: ['container.start.failed-is-exited'],
    expected: /an exit_code that is neither 0 nor 137 /,
    actual: /^CONTAINER_EXITED, exit_code 137, /,
    proof: ['StartContainer', 'ContainerStatus'],
  },
];

/** Ports of the node that were asked for, and are never given back. */
const ports: Lie = {
  name: 'a port of the node is not free again when its pod is gone',
  tell: (truth, tell) => {
    const taken = new Set<number>();
    return lyingAbout('RunPodSandbox', ({ config }) => {
      const wanted = (config?.port_mappings ?? []).flatMap(({ host_port: port = 0 }) =>
        port > 0 ? port : [],
      );
      if (wanted.some((port) => taken.has(port))) throw new CriRefusal('UNKNOWN', 'address already in use');
      for (const port of wanted) taken.add(port);
      return undefined;
    })(truth, tell);
  },
  scenario: 'sandbox.port-again',
  breaks: ['sandbox.run.succeeds'],
  expected: /^RunPodSandbox.*: OK$/,
  actual: /^UNKNOWN: address already in use$/,
  proof: ['RunPodSandbox'],
};

export const containerBugLies: readonly Lie[] = [...creations, ports, ...exits, ...missedExits];
