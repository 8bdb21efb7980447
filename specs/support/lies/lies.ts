// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { allOf } from './in-every-view.js';
import { lyingAbout, type Tell, type Truth } from './lying-runtime.js';

export interface Lie {
  readonly name: string;
  readonly tell: (truth: Truth, tell: Tell) => CriHandlers;
  readonly scenario: ScenarioId;
  /** Every contract it breaks, the one it is named after first. */
  readonly breaks: readonly ContractId[];
  /** What is violated or undecided as well, if the node is slow, or fast, enough. */
  readonly mayBreak?: readonly ContractId[];
  readonly expected: RegExp;
  readonly actual: RegExp;
  /** The calls that prove it; `A or B`: one of them. */
  readonly proof: readonly string[];
  /** Other people's pods are on the runtime. */
  readonly beside?: boolean;
}

const hourNs = 3_600_000_000_000n;

/** Whether this text was seen before. */
function memory(): (key: string | undefined) => boolean {
  const seen = new Set<string | undefined>();
  return (key) => seen.size === seen.add(key).size;
}

const sandboxLies: readonly Lie[] = [
  {
    name: 'a sandbox that is stopped already cannot be found',
    tell: (truth, tell) => {
      const isStopped = memory();
      return lyingAbout('StopPodSandbox', ({ pod_sandbox_id: id }) => {
        if (isStopped(id)) throw new CriRefusal('NOT_FOUND', 'no such sandbox');
        return undefined;
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.stop.idempotent'],
    expected: /^a repeated StopPodSandbox: OK$/,
    actual: /^NOT_FOUND: no such sandbox$/,
    proof: ['StopPodSandbox'],
  },
  {
    name: 'a sandbox that is removed already cannot be found',
    tell: (truth, tell) => {
      const isRemoved = memory();
      return lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => {
        if (isRemoved(id)) throw new CriRefusal('NOT_FOUND', 'no such sandbox');
        return undefined;
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.remove.idempotent'],
    expected: /^a repeated RemovePodSandbox: OK$/,
    actual: /^NOT_FOUND: no such sandbox$/,
    proof: ['RemovePodSandbox'],
  },
  {
    name: 'a sandbox is removed, it says, and stays',
    tell: (truth, tell) => {
      const wasAsked = memory();
      return lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => (wasAsked(id) ? undefined : {}))(
        truth,
        tell,
      );
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.remove.gone', 'sandbox.status.missing-not-found'],
    expected: /^sandbox [0-9a-f]{64} gone after RemovePodSandbox$/,
    actual: /^SANDBOX_NOTREADY in ListPodSandbox$/,
    proof: ['RemovePodSandbox', 'ListPodSandbox'],
  },
  {
    name: 'a sandbox has no labels',
    tell: lyingAbout('PodSandboxStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      const { labels, ...rest } = status ?? {};
      return labels === undefined ? undefined : { ...answer, status: rest };
    }),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.labels-unchanged', 'sandbox.list.agrees-with-status'],
    expected: /./,
    actual: /io\.kubernetes\.pod\.name=null/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
  {
    name: 'a new sandbox has no address yet',
    tell: (truth, tell) => {
      const isKnown = memory();
      return lyingAbout('PodSandboxStatus', async ({ pod_sandbox_id: id }, honest) => {
        const { status, ...answer } = await honest();
        return isKnown(id) ? undefined : { ...answer, status: { ...status, network: {} } };
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.network.ip-at-once', 'sandbox.network.ip-stable'],
    expected: /^network\.ip in the first status$/,
    actual: /^an empty network\.ip$/,
    proof: ['RunPodSandbox', 'PodSandboxStatus'],
  },
];

const containerLies: readonly Lie[] = [
  {
    name: 'every program that failed ended with 1',
    tell: lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      return (status?.exit_code ?? 0) === 0 ? undefined : { ...answer, status: { ...status, exit_code: 1 } };
    }),
    scenario: 'jobs.exit-codes',
    breaks: ['container.status.exit-code-true'],
    expected: /^exit_code (7|137)$/,
    actual: /^exit_code 1$/,
    proof: ['ContainerStatus'],
  },
  {
    name: 'every program ended well, also one that was killed',
    tell: lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      const { exit_code: code = 0, ...rest } = status ?? {};
      return code === 0 ? undefined : { ...answer, status: { ...rest, reason: 'Completed' } };
    }),
    scenario: 'stop.ignores-term',
    breaks: ['container.status.signal-exit-code'],
    expected: /137/,
    actual: /0/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'containers are made in an hour',
    tell: lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      const created = String(BigInt(status?.created_at ?? 0) + hourNs);
      return { ...answer, status: { ...status, created_at: created } };
    }),
    scenario: 'pod.happy-path',
    breaks: [
      'container.status.times-in-window',
      'container.status.times-ordered',
      'container.list.agrees-with-status',
      'sandbox.status.containers-agree',
    ],
    expected: /^a time within CreateContainer, /,
    actual: /^\d{19} \(\d{4}-\d\d-\d\dT/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'the state in a filter means nothing',
    tell: lyingAbout('ListContainers', async ({ filter: { state, ...filter } = {} }, honest) => {
      return state === undefined ? undefined : honest({ filter });
    }),
    scenario: 'containers.call-by-call',
    breaks: ['container.list.state-filter'],
    expected: /^every container that is CONTAINER_CREATED, and no other$/,
    actual: /[0-9a-f]{64} is CONTAINER_RUNNING/,
    proof: ['ListContainers'],
  },
  {
    name: 'a container whose name is taken is made all the same',
    tell: (truth, tell) => {
      const isTaken = memory();
      return lyingAbout('CreateContainer', async (request, honest) => {
        const { metadata } = request.config ?? {};
        if (!isTaken(`${request.pod_sandbox_id ?? ''} ${metadata?.name ?? ''}`)) return undefined;
        return honest({ ...request, config: { ...request.config, metadata: { ...metadata, attempt: 99 } } });
      })(truth, tell);
    },
    scenario: 'containers.duplicate-names',
    breaks: ['container.create.no-duplicate'],
    expected: /^refused, or OK with [0-9a-f]{64}, while that container exists$/,
    actual: /^OK$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a container is started again, it says',
    tell: (truth, tell) => {
      const isStarted = memory();
      return lyingAbout('StartContainer', ({ container_id: id }) => (isStarted(id) ? {} : undefined))(
        truth,
        tell,
      );
    },
    scenario: 'containers.call-by-call',
    breaks: ['container.start.once'],
    expected: /^refused: the container was started before$/,
    actual: /^OK$/,
    proof: ['StartContainer'],
  },
  {
    name: 'a program that wants to end in order is killed at once',
    tell: lyingAbout('StopContainer', async (request, honest) => honest({ ...request, timeout: '0' })),
    scenario: 'stop.slow-handler',
    breaks: ['container.stop.grace-kept', 'container.stop.handler-finishes'],
    expected: /^the program has 600 ms, /,
    actual: /^(OK after|finished_at) /,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'a container that is gone cannot be removed',
    tell: (truth, tell) => {
      const isGone = memory();
      return lyingAbout('RemoveContainer', ({ container_id: id }) => {
        if (isGone(id)) throw new CriRefusal('NOT_FOUND', 'no such container');
        return undefined;
      })(truth, tell);
    },
    scenario: 'containers.call-by-call',
    breaks: ['container.remove.idempotent'],
    expected: /^a repeated RemoveContainer: OK$/,
    actual: /^NOT_FOUND: no such container$/,
    proof: ['RemoveContainer'],
  },
  {
    name: 'a container that is gone is still known',
    tell: (truth, tell) => {
      const last = new Map<string, object>();
      return lyingAbout('ContainerStatus', async ({ container_id: id = '' }, honest) => {
        const answer = await honest().catch(() => undefined);
        if (answer === undefined) return last.get(id);
        last.set(id, answer);
        return undefined;
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['container.remove.gone', 'container.status.missing-not-found'],
    expected: /gone after RemoveContainer$/,
    actual: /^CONTAINER_EXITED in ContainerStatus$/,
    proof: ['RemoveContainer', 'ContainerStatus'],
  },
  {
    name: 'resources are changed, it says',
    tell: lyingAbout('UpdateContainerResources', () => ({})),
    scenario: 'resources.update',
    breaks: ['resources.update.shown'],
    expected: /^cpu_shares 102$/,
    actual: /^cpu_shares 51$/,
    proof: ['UpdateContainerResources', 'ContainerStatus'],
  },
];

const processLies: readonly Lie[] = [
  {
    name: 'every command ended well',
    tell: lyingAbout('ExecSync', async (_, honest) => {
      const { exit_code: code, ...answer } = await honest();
      return code === undefined || code === 0 ? undefined : answer;
    }),
    scenario: 'exec.commands',
    breaks: ['exec.sync.exit-code'],
    expected: /^OK with exit_code [13]$/,
    actual: /^exit_code 0$/,
    proof: ['ExecSync'],
  },
  {
    name: 'what a command complains of is its output',
    tell: lyingAbout('ExecSync', async (_, honest) => {
      const { stdout = '', stderr = '', ...answer } = await honest();
      const all = Buffer.concat([stdout, stderr].map((text) => Buffer.from(text, 'base64')));
      return stderr === '' ? undefined : { ...answer, stdout: all.toString('base64') };
    }),
    scenario: 'exec.commands',
    breaks: ['exec.sync.streams-separate', 'exec.sync.output-exact'],
    expected: /out/,
    actual: /err/,
    proof: ['ExecSync'],
  },
  {
    name: 'the clock of the processor runs backwards',
    tell: (truth, tell) => {
      let usage = 10n ** 15n;
      return lyingAbout('ContainerStats', async (_, honest) => {
        const { stats } = await honest();
        usage -= 10n ** 9n;
        const cpu = { ...stats?.cpu, usage_core_nano_seconds: { value: String(usage) } };
        return { stats: { ...stats, cpu } };
      })(truth, tell);
    },
    scenario: 'stats.twice',
    breaks: ['stats.container.counters-grow'],
    expected: /neither time nor usage falling$/,
    actual: /usage 99999[89]000000000 then 99999[78]000000000$/,
    proof: ['ContainerStats', 'ContainerStats'],
  },
  {
    name: 'everything is told twice',
    tell: (truth, tell) => ({
      async *GetContainerEvents(request, call) {
        tell({ rpc: 'GetContainerEvents', request });
        for await (const event of truth.GetContainerEvents(request, call)) yield* [event, event];
      },
    }),
    scenario: 'events.watch',
    breaks: ['events.order.once', 'events.life.of-sandbox'],
    expected: /^created, started, stopped, deleted$/,
    actual: /^CONTAINER_CREATED_EVENT, CONTAINER_CREATED_EVENT, CONTAINER_STARTED_EVENT, /,
    proof: ['CreateContainer', 'GetContainerEvents'],
  },
];

const otherLies: readonly Lie[] = [
  {
    name: 'a damaged image was pulled',
    tell: lyingAbout('PullImage', ({ image: { image = '' } = {} }) =>
      image.includes('wrong-digest') ? { image_ref: image } : undefined,
    ),
    scenario: 'images.broken-pulls',
    breaks: ['image.pull.broken-refused'],
    expected: /^refused: the image is missing, denied or damaged$/,
    actual: /^OK$/,
    proof: ['PullImage'],
  },
  {
    name: 'to ask for an image that is not there is an error',
    tell: lyingAbout('ImageStatus', async (_, honest) => {
      if ((await honest()).image === undefined) throw new CriRefusal('NOT_FOUND', 'no such image');
      return undefined;
    }),
    scenario: 'images.pull-and-remove',
    breaks: ['image.status.absent-ok'],
    expected: /./,
    actual: /NOT_FOUND: no such image/,
    proof: ['ImageStatus'],
  },
  {
    name: 'of the network nothing is said',
    tell: lyingAbout('Status', async (_, honest) => {
      const { status, ...answer } = await honest();
      // Of fewer than two conditions a kubelet takes no notice at all.
      const conditions = (status?.conditions ?? []).map((condition) =>
        condition.type === 'NetworkReady' ? { ...condition, type: 'CableReady' } : condition,
      );
      return { ...answer, status: { ...status, conditions } };
    }),
    scenario: 'runtime.answers',
    breaks: ['runtime.status.conditions'],
    expected: /NetworkReady/,
    actual: /./,
    proof: ['Status'],
  },
  {
    name: 'every answer has another version',
    tell: (truth, tell) => {
      let patch = 0;
      return lyingAbout('Version', async (_, honest) => ({
        ...(await honest()),
        runtime_version: `1.0.${patch++}`,
      }))(truth, tell);
    },
    scenario: 'runtime.answers',
    breaks: ['runtime.version.constant'],
    expected: /^one answer$/,
    actual: /1\.0\.\d+.*1\.0\.\d+/,
    proof: ['Version', 'Version'],
  },
  {
    name: 'every handler is named twice',
    tell: lyingAbout('Status', async (_, honest) => {
      const { runtime_handlers: handlers = [], ...answer } = await honest();
      return { ...answer, runtime_handlers: [...handlers, ...handlers] };
    }),
    scenario: 'runtime.answers',
    breaks: ['runtime.status.handlers-unique'],
    expected: /^each handler once, /,
    actual: /^"", "reference", "", "reference"$/,
    proof: ['Status'],
  },
  {
    name: 'while pods run, the runtime is not ready',
    tell: (truth, tell) => {
      let isRunning = false;
      return allOf(
        (honest) => ({
          PodSandboxStats: async (request, call) => {
            isRunning = true;
            return honest.PodSandboxStats(request, call);
          },
        }),
        lyingAbout('Status', async (_, honest) => {
          if (!isRunning) return undefined;
          const { status, ...answer } = await honest();
          const conditions = (status?.conditions ?? []).map((one) =>
            one.type === 'RuntimeReady' ? { type: one.type, reason: 'Busy', message: 'busy' } : one,
          );
          return { ...answer, status: { ...status, conditions } };
        }),
      )(truth, tell);
    },
    scenario: 'runtime.answers',
    breaks: ['runtime.status.ready-while-pods-run'],
    expected: /^RuntimeReady true$/,
    actual: /Busy/,
    proof: ['Status'],
  },
];

/** With other people's pods next to ours, of which only their existence is recorded. */
const listLies: readonly Lie[] = [
  {
    name: 'every list of sandboxes shows all there are',
    tell: lyingAbout('ListPodSandbox', async ({ filter }, honest) =>
      filter === undefined || Object.keys(filter).length === 0 ? undefined : honest({}),
    ),
    scenario: 'containers.two-in-a-pod',
    breaks: ['sandbox.list.filters-and', 'sandbox.list.no-match-empty', 'sandbox.list.state-filter'],
    expected: /^only sandboxes that match /,
    actual: /[0-9a-f]{64} \(not ours\)/,
    proof: ['ListPodSandbox'],
    beside: true,
  },
  {
    name: 'every list of containers shows all there are',
    tell: lyingAbout('ListContainers', async ({ filter }, honest) =>
      filter === undefined || Object.keys(filter).length === 0 ? undefined : honest({}),
    ),
    scenario: 'containers.two-in-a-pod',
    breaks: ['container.list.filters-and', 'container.list.no-match-empty', 'container.list.state-filter'],
    expected: /^only containers that match /,
    actual: /[0-9a-f]{64} \(not ours\)/,
    proof: ['ListContainers'],
    beside: true,
  },
  {
    name: 'statistics of a sandbox are those of all',
    tell: lyingAbout('ListContainerStats', async (_, honest) => honest({})),
    scenario: 'stats.twice',
    breaks: ['stats.list.of-sandbox'],
    expected:
      /^[0-9a-f]{64}, [0-9a-f]{64} once each, and nothing that is gone or that the filter does not select$/,
    actual: /^[0-9a-f]{64}, [0-9a-f]{64}, [0-9a-f]{64}$/,
    proof: ['ListContainerStats'],
    beside: true,
  },
];

export const lies: readonly Lie[] = [
  ...sandboxLies,
  ...containerLies,
  ...processLies,
  ...otherLies,
  ...listLies,
];
