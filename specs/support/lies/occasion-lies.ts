// SPDX-License-Identifier: Apache-2.0
import type { ContainerFilter, PodSandboxFilter } from '#cri/proto/generated/messages.js';
import { allOf, behind, inSandboxLists, inSandboxStatuses } from './in-every-view.js';
import { without } from './inside-lies.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

/** Of two fields of a filter the second is not looked at. */
const overlooked = (first: keyof ContainerFilter, ignored: keyof ContainerFilter): Lie['tell'] =>
  lyingAbout('ListContainers', ({ filter }, honest) =>
    filter?.[first] === undefined || filter[ignored] === undefined
      ? undefined
      : honest({ filter: without(filter, ignored) }),
  );

const overlookedOfPods = (first: keyof PodSandboxFilter, ignored: keyof PodSandboxFilter): Lie['tell'] =>
  lyingAbout('ListPodSandbox', ({ filter }, honest) =>
    filter?.[first] === undefined || filter[ignored] === undefined
      ? undefined
      : honest({ filter: without(filter, ignored) }),
  );

const ofFilters: readonly Lie[] = [
  {
    name: 'a list by id and state does not look at the state of a container',
    tell: overlooked('id', 'state'),
    breaks: ['container.list.state-filter'],
    expected: /^every container that is CONTAINER_EXITED, and no other$/,
    actual: /^[0-9a-f]{64} is CONTAINER_RUNNING$/,
  },
  {
    name: 'a list by labels and state does not look at the state of a container',
    tell: overlooked('label_selector', 'state'),
    breaks: ['container.list.state-filter'],
    expected: /^every container that is CONTAINER_EXITED, and no other$/,
    actual: /^[0-9a-f]{64} is CONTAINER_RUNNING$/,
  },
  {
    name: 'a list by state and labels does not look at the labels of a container',
    tell: overlooked('state', 'label_selector'),
    breaks: ['container.list.filters-and'],
    expected: /^only containers that match /,
    actual: /[0-9a-f]{64} in [0-9a-f]{64}/,
  },
  {
    name: 'a list by id and sandbox does not look at the sandbox of a container',
    tell: overlooked('id', 'pod_sandbox_id'),
    breaks: ['container.list.filters-and', 'container.list.no-match-empty'],
    expected: /^only containers that match /,
    actual: /[0-9a-f]{64} in [0-9a-f]{64}/,
  },
  {
    name: 'the beginning of a label is enough for a container',
    tell: lyingAbout('ListContainers', async ({ filter }, honest) => {
      const pairs = Object.entries(filter?.label_selector ?? {});
      if (pairs.length === 0) return undefined;
      const { containers = [] } = await honest({ filter: without(filter ?? {}, 'label_selector') });
      return {
        containers: containers.filter(({ labels = {} }) =>
          pairs.every(([key, value]) => (labels[key] ?? '').startsWith(value)),
        ),
      };
    }),
    breaks: ['container.list.filters-and'],
    expected: /^only containers that match /,
    actual: /[0-9a-f]{64} in [0-9a-f]{64}/,
  },
].map((lie) => ({ ...lie, scenario: 'containers.two-in-a-pod', proof: ['ListContainers'] }) as Lie);

const ofPodFilters: readonly Lie[] = [
  {
    name: 'a list by id and state does not look at the state of a sandbox',
    tell: overlookedOfPods('id', 'state'),
    breaks: ['sandbox.list.state-filter'],
    expected: /^every sandbox that is SANDBOX_(NOT)?READY, and no other$/,
    actual: /^[0-9a-f]{64} is SANDBOX_(NOT)?READY$/,
  },
  {
    name: 'a list by labels and state does not look at the state of a sandbox',
    tell: overlookedOfPods('label_selector', 'state'),
    breaks: ['sandbox.list.state-filter'],
    expected: /^every sandbox that is SANDBOX_(NOT)?READY, and no other$/,
    actual: /^[0-9a-f]{64} is SANDBOX_(NOT)?READY$/,
  },
  {
    name: 'a sandbox that has stopped is not found by its id',
    tell: lyingAbout('ListPodSandbox', async ({ filter }, honest) => {
      if (filter?.id === undefined) return undefined;
      const { items = [] } = await honest();
      const ready = items.filter(({ state }) => state !== 'SANDBOX_NOTREADY');
      return ready.length === items.length ? undefined : { items: ready };
    }),
    breaks: ['sandbox.list.filters-find', 'sandbox.list.state-filter'],
    expected: /^sandbox [0-9a-f]{64} in the list$/,
    actual: /^a list without it for /,
    proof: ['RunPodSandbox', 'ListPodSandbox'],
  },
  {
    name: 'annotations of a pod are cut after a kibibyte',
    tell: allOf(
      inSandboxStatuses((status) => ({ ...status, annotations: cut(status.annotations) })),
      inSandboxLists((item) => ({ ...item, annotations: cut(item.annotations) })),
    ),
    breaks: ['sandbox.status.annotations-unchanged'],
    expected: /x = 1/,
    actual: /x = 1/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
].map((lie) => ({ scenario: 'containers.two-in-a-pod', proof: ['ListPodSandbox'], ...lie }) as Lie);

function cut(texts: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.slice(0, 1024)]));
}

/** They are not there, it is not said. */
const claims = (rpc: 'UpdateContainerResources' | 'ReopenContainerLog'): Lie['tell'] =>
  lyingAbout(rpc, async (_, honest) =>
    honest().then(
      () => undefined,
      () => ({}),
    ),
  );

const ofCalls: readonly Lie[] = [
  {
    name: 'resources of a container that does not exist are updated',
    tell: claims('UpdateContainerResources'),
    scenario: 'containers.odd-requests',
    breaks: ['resources.update.unknown-refused'],
    expected: /^refused: there is no such container$/,
    actual: /^OK$/,
    proof: ['UpdateContainerResources'],
  },
  {
    name: 'the log of a container that does not exist is reopened',
    tell: claims('ReopenContainerLog'),
    scenario: 'containers.odd-requests',
    breaks: ['log.reopen.unknown-refused'],
    expected: /^refused: there is no such container$/,
    actual: /^OK$/,
    proof: ['ReopenContainerLog'],
  },
  {
    name: 'while a container is being stopped no other is started',
    tell: behind('StopContainer', ['StartContainer', 'RunPodSandbox'], ({ timeout }) => timeout === '8'),
    scenario: 'stop.beside-others',
    breaks: ['container.stop.holds-up-no-other'],
    expected: /^(StartContainer|RunPodSandbox) answered while StopContainer is under way$/,
    actual: /^answered after \d+ ms, when StopContainer was over$/,
    proof: ['StopContainer', 'StartContainer or RunPodSandbox'],
  },
  {
    name: 'a stop waits for the commands that are executed in its container',
    tell: (truth, tell) => {
      const commands = new Map<string | undefined, Promise<unknown>>();
      return allOf(
        (honest) => ({
          ExecSync: async (request, call) => {
            const answer = Promise.resolve(honest.ExecSync(request, call));
            commands.set(request.container_id, answer);
            return answer;
          },
        }),
        lyingAbout('StopContainer', async ({ container_id: id }, honest) => {
          await Promise.allSettled([commands.get(id)]);
          return honest();
        }),
      )(truth, tell);
    },
    scenario: 'exec.in-grace',
    breaks: ['container.stop.returns-promptly'],
    expected: /^an answer within \d+ ms, the program ends after 0 ms$/,
    actual: /^OK after \d+ ms$/,
    proof: ['StopContainer'],
  },
  {
    name: 'what a command complains of is dropped if it succeeds',
    tell: lyingAbout('ExecSync', async (_, honest) => {
      const answer = await honest();
      return (answer.exit_code ?? 0) === 0 && answer.stderr !== undefined
        ? without(answer, 'stderr')
        : undefined;
    }),
    scenario: 'exec.results',
    breaks: ['exec.sync.streams-separate'],
    expected: /stderr /,
    actual: /stderr ""$/,
    proof: ['ExecSync'],
  },
  {
    name: 'empty words of a command are left out',
    tell: lyingAbout('ExecSync', ({ cmd = [], ...request }, honest) =>
      cmd.includes('') ? honest({ ...request, cmd: cmd.filter((word) => word !== '') }) : undefined,
    ),
    scenario: 'exec.results',
    breaks: ['exec.sync.output-exact'],
    expected: /^stdout /,
    actual: /bytes of stdout/,
    proof: ['ExecSync'],
  },
];

export const occasionLies: readonly Lie[] = [...ofFilters, ...ofPodFilters, ...ofCalls];
