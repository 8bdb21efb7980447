// SPDX-License-Identifier: Apache-2.0
// Of how containers, sandboxes and images begin and end, and of what is left of them.
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { Container } from '#cri/proto/generated/messages.js';
import { allOf, inLists, inStatuses } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

const ofContainers: readonly Lie[] = [
  {
    name: 'a container has run since its creation',
    tell: inStatuses(({ started_at: started = '0', ...status }) =>
      started === '0' ? undefined : { ...status, started_at: status.created_at },
    ),
    scenario: 'start.later',
    breaks: ['container.status.times-in-window'],
    expected: /^a time within StartContainer, /,
    actual: /^\d+ \(20\d\d-/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'the name of a container stays taken when it is removed',
    tell: (truth, tell) => {
      const taken = new Set<string>();
      return lyingAbout('CreateContainer', ({ pod_sandbox_id: sandbox = '', config }) => {
        const { name = '', attempt = 0 } = config?.metadata ?? {};
        const key = `${sandbox} ${name} ${attempt}`;
        if (taken.has(key)) throw new CriRefusal('ALREADY_EXISTS', `name ${name} is reserved`);
        taken.add(key);
        return undefined;
      })(truth, tell);
    },
    scenario: 'containers.call-by-call',
    breaks: ['container.create.name-free-after-remove'],
    expected: /^CreateContainer with the name of a removed container: OK$/,
    actual: /^ALREADY_EXISTS: name .* is reserved$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a container that runs cannot be removed',
    tell: (truth, tell) => ({
      RemoveContainer: async (request, call) => {
        const { container_id } = request;
        const { status } = await truth.ContainerStatus({ container_id }, call);
        if (status?.state !== 'CONTAINER_RUNNING') return truth.RemoveContainer(request, call);
        tell({ rpc: 'RemoveContainer', request });
        throw new CriRefusal('FAILED_PRECONDITION', 'the container is running');
      },
    }),
    scenario: 'containers.call-by-call',
    breaks: ['container.remove.forces-running', 'container.remove.idempotent'],
    expected: /^RemoveContainer of a running container: OK$/,
    actual: /^FAILED_PRECONDITION: the container is running$/,
    proof: ['RemoveContainer'],
  },
  {
    name: 'a container is started, and the start refused',
    tell: lyingAbout('StartContainer', async (_, honest) => {
      await honest();
      throw new CriRefusal('UNKNOWN', 'the task was not started');
    }),
    scenario: 'start.bad-entrypoint',
    breaks: ['container.start.failed-not-running', 'container.start.failed-is-exited'],
    expected: /^not RUNNING after a refused start$/,
    actual: /^CONTAINER_RUNNING$/,
    proof: ['StartContainer', 'ContainerStatus or ListContainers'],
  },
  {
    name: 'every container is the eighth of its name',
    tell: allOf(
      inStatuses((status) => ({ ...status, metadata: { ...status.metadata, attempt: 7 } })),
      inLists((item) => ({ ...item, metadata: { ...item.metadata, attempt: 7 } })),
    ),
    scenario: 'restart-policy.crash-with-always',
    breaks: ['container.status.metadata-unchanged', 'log.file.at-path'],
    expected: /^\w+ 0$/,
    actual: /^\w+ 7$/,
    proof: ['CreateContainer', 'ContainerStatus or ListContainers'],
  },
  {
    name: 'a stop is answered when it begins',
    tell: (truth, tell) => ({
      StopContainer: async (request, call) => {
        await truth.ContainerStatus({ container_id: request.container_id }, call);
        tell({ rpc: 'StopContainer', request });
        void setTimeout(2000).then(() => truth.StopContainer(request, call).catch(() => undefined));
        return {};
      },
    }),
    scenario: 'containers.call-by-call',
    breaks: ['container.stop.exited-on-return', 'exec.sync.not-running-refused'],
    expected: /^CONTAINER_EXITED$/,
    actual: /^CONTAINER_RUNNING in ContainerStatus$/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'a program that ignores its signal is killed half a minute after its time',
    tell: lyingAbout('StopContainer', async (request, honest) =>
      honest({ ...request, timeout: String(Number(request.timeout ?? '0') + 31) }),
    ),
    scenario: 'stop.ignores-term',
    breaks: ['container.stop.kills-after-timeout'],
    expected: /^killed within \d+ ms$/,
    actual: /^OK after \d+ ms$/,
    proof: ['StopContainer'],
  },
  {
    name: 'the stop of a container that has ended waits for its whole grace',
    tell: (truth, tell) => ({
      StopContainer: async (request, call) => {
        const { container_id, timeout } = request;
        const { status } = await truth
          .ContainerStatus({ container_id }, call)
          .catch(() => ({ status: undefined }));
        if (status?.state === 'CONTAINER_EXITED') {
          tell({ rpc: 'StopContainer', request });
          await setTimeout(Number(timeout ?? '0') * 1000);
        }
        return truth.StopContainer(request, call);
      },
    }),
    scenario: 'containers.odd-requests',
    breaks: ['container.stop.returns-promptly'],
    expected: /^an answer within \d+ ms, the program ends after 0 ms$/,
    actual: /^OK after 30\d\d\d ms$/,
    proof: ['StopContainer'],
  },
  {
    name: 'a program is asked to end by a signal that its image did not choose',
    tell: inStatuses((status) =>
      status.state === 'CONTAINER_EXITED' ? { ...status, exit_code: 143, reason: 'Error' } : undefined,
    ),
    scenario: 'stop.image-signal',
    breaks: ['container.stop.signal', 'container.stop.handler-finishes'],
    expected: /^exit_code \d+, the answer to USR1$/,
    actual: /^exit_code 143$/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
];

const ofSandboxes: readonly Lie[] = [
  {
    name: 'the first removal of a sandbox is refused',
    tell: (truth, tell) => {
      const asked = new Set<string | undefined>();
      return lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => {
        if (asked.has(id)) return undefined;
        asked.add(id);
        throw new CriRefusal('UNKNOWN', 'device or resource busy');
      })(truth, tell);
    },
    scenario: 'pod.happy-path',
    breaks: ['sandbox.remove.succeeds'],
    expected: /^the first RemovePodSandbox: OK$/,
    actual: /^UNKNOWN: device or resource busy$/,
    proof: ['RemovePodSandbox'],
  },
  {
    name: 'a sandbox is removed, and its containers stay in the list',
    tell: (truth, tell) => {
      const left: Container[] = [];
      return {
        RemovePodSandbox: async (request, call) => {
          const { pod_sandbox_id } = request;
          const { containers = [] } = await truth.ListContainers({ filter: { pod_sandbox_id } }, call);
          left.push(...containers);
          tell({ rpc: 'RemovePodSandbox', request });
          return truth.RemovePodSandbox(request, call);
        },
        ListContainers: async (request, call) => {
          const { containers = [] } = await truth.ListContainers(request, call);
          const { pod_sandbox_id: sandbox } = request.filter ?? {};
          const shown = left.filter((item) => !sandbox || item.pod_sandbox_id === sandbox);
          return { containers: [...containers, ...shown] };
        },
      };
    },
    scenario: 'sandbox.removed-from-outside',
    breaks: ['sandbox.remove.takes-containers'],
    expected: /^container [0-9a-f]{64} gone with its sandbox$/,
    actual: /^CONTAINER_EXITED in ListContainers$/,
    proof: ['RemovePodSandbox', 'ListContainers'],
  },
  {
    name: 'a sandbox waits for a container that was never started',
    tell: lyingAbout('StopPodSandbox', async (_, honest) => {
      await setTimeout(31_000);
      return honest();
    }),
    scenario: 'kubelet.dies-before-start',
    breaks: ['sandbox.stop.created-not-awaited'],
    expected: /^an answer within \d+ ms, as nothing runs in the sandbox$/,
    actual: /^OK after \d+ ms$/,
    proof: ['StopPodSandbox'],
  },
];

const ofWhatIsGone: readonly Lie[] = [
  {
    name: 'an image that is gone cannot be removed',
    tell: (truth, tell) => ({
      RemoveImage: async (request, call) => {
        const { image } = await truth.ImageStatus({ image: request.image }, call);
        if (image !== undefined) return truth.RemoveImage(request, call);
        tell({ rpc: 'RemoveImage', request });
        throw new CriRefusal('NOT_FOUND', 'no such image');
      },
    }),
    scenario: 'images.names',
    breaks: ['image.remove.idempotent', 'image.remove.succeeds'],
    expected: /^RemoveImage of an absent image: OK$/,
    actual: /^NOT_FOUND: no such image$/,
    proof: ['RemoveImage'],
  },
  {
    name: 'a container that is gone has statistics',
    tell: lyingAbout('ContainerStats', async ({ container_id: id }, honest) => {
      const truth = await honest().catch(() => undefined);
      return truth === undefined ? { stats: { attributes: { id } } } : undefined;
    }),
    scenario: 'containers.call-by-call',
    breaks: ['stats.container.missing-refused'],
    expected: /^refused: there is no such container$/,
    actual: /^OK/,
    proof: ['ContainerStats'],
  },
];

const ofWhatStays: readonly Lie[] = [
  {
    name: 'images have no size',
    // A kubelet, which asks by name, would not start anything.
    tell: lyingAbout('ImageStatus', async ({ image: asked }, honest) => {
      const { image, ...answer } = await honest();
      if (image === undefined || asked?.image?.includes('sha256:') !== true) return undefined;
      return { ...answer, image: { ...image, size: '0' } };
    }),
    scenario: 'images.pull-and-remove',
    breaks: ['image.status.id-and-size'],
    expected: /^an id, and a size above 0$/,
    actual: /^id ".+", size 0$/,
    proof: ['ImageStatus'],
  },
  {
    name: 'a change of resources takes the limit of memory away',
    tell: (truth, tell) => {
      const changed = new Set<string | undefined>();
      const statuses = inStatuses(({ resources, ...status }) =>
        changed.has(status.id)
          ? { ...status, resources: { linux: { ...resources?.linux, memory_limit_in_bytes: undefined } } }
          : undefined,
      );
      return {
        ...statuses(truth, tell),
        UpdateContainerResources: async (request, call) => {
          changed.add(request.container_id);
          return truth.UpdateContainerResources(request, call);
        },
      };
    },
    scenario: 'resources.update',
    breaks: ['resources.update.others-kept'],
    expected: /^memory_limit_in_bytes \d{3,}/,
    actual: /^memory_limit_in_bytes 0/,
    proof: ['ContainerStatus', 'UpdateContainerResources', 'ContainerStatus'],
  },
  {
    name: 'nothing is in a log while its program runs',
    tell: (truth, tell) => {
      const made = new Map<string | undefined, unknown>();
      return {
        CreateContainer: async (request, call) => {
          const answer = await truth.CreateContainer(request, call);
          made.set(answer.container_id, request);
          return answer;
        },
        StartContainer: async (request, call) => {
          const { container_id } = request;
          const answer = await truth.StartContainer(request, call);
          const { status } = await truth.ContainerStatus({ container_id }, call);
          if (status?.log_path === undefined) return answer;
          await rm(status.log_path, { force: true });
          tell({ rpc: 'CreateContainer', request: made.get(container_id) });
          return answer;
        },
      };
    },
    scenario: 'stop.grace-one',
    breaks: ['log.content.appears'],
    // The scenario waits for the log in vain.
    mayBreak: ['container.stop.grace-kept', 'container.stop.handler-finishes'],
    expected: /^the line ".+" in the log of \w+$/,
    actual: /^no such line, \d+ s after its start$/,
    proof: ['CreateContainer', 'StartContainer', 'ContainerStatus or ListContainers'],
  },
];

export const endLies: readonly Lie[] = [...ofContainers, ...ofSandboxes, ...ofWhatIsGone, ...ofWhatStays];
