// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { Container } from '#cri/proto/generated/messages.js';
import type { ServedCall } from '#cri/server/handlers.js';
import { allOf, behind, inLists, inStatuses, stillRunning } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

const isMadeUp = (id = ''): boolean => id.startsWith('criprobe-unknown-');
/** Our own calls are not given up. */
const never: ServedCall = { signal: new AbortController().signal, apiVersion: 'v1' };

const notFound = (): never => {
  throw new CriRefusal('NOT_FOUND', 'no such thing');
};

/** Names that were asked for once and are reserved ever after. */
function reserving(): (name: string | undefined) => Promise<undefined> {
  const reserved = new Set<string | undefined>();
  return async (name) => {
    if (!name?.startsWith('after-')) return undefined;
    if (reserved.has(name)) throw new CriRefusal('UNKNOWN', `name ${name} is reserved`);
    reserved.add(name);
    await setTimeout(3_000);
    throw new CriRefusal('UNKNOWN', 'too late');
  };
}

const ofCreations: readonly Lie[] = [
  {
    name: 'names are reserved for ever for those who gave up',
    tell: (truth, tell) => {
      const [ofContainer, ofSandbox] = [reserving(), reserving()];
      return allOf(
        lyingAbout('CreateContainer', ({ config }) => ofContainer(config?.metadata?.name)),
        lyingAbout('RunPodSandbox', ({ config }) => ofSandbox(config?.metadata?.name)),
      )(truth, tell);
    },
    scenario: 'containers.given-up',
    breaks: ['container.create.again-after-deadline', 'sandbox.run.again-after-deadline'],
    expected: /^OK within 30000 ms, as no list shows an object of that name$/,
    actual: /^UNKNOWN: name after-\d+ is reserved after \d+ ms$/,
    proof: ['CreateContainer', 'CreateContainer'],
  },
  {
    name: 'a container that could not be made is in the lists',
    tell: (truth, tell) => {
      const ghosts: Container[] = [];
      return allOf(
        (honest) => ({
          CreateContainer: async (request, call) => {
            try {
              return await honest.CreateContainer(request, call);
            } catch (refusal) {
              const { metadata, labels, image } = request.config ?? {};
              const of = { metadata, labels, image, image_ref: image?.image };
              ghosts.push({ id: 'ab'.repeat(32), pod_sandbox_id: request.pod_sandbox_id, ...of });
              throw refusal;
            }
          },
        }),
        lyingAbout('ListContainers', async (_, honest) => {
          const { containers = [] } = await honest();
          return ghosts.length === 0 ? undefined : { containers: [...containers, ...ghosts] };
        }),
      )(truth, tell);
    },
    scenario: 'start.refused-then-right',
    breaks: ['container.list.nothing-unknown'],
    expected: /^only objects that an answer named: /,
    actual: /^(ab){32} is CONTAINER_CREATED$/,
    proof: ['CreateContainer', 'ListContainers'],
  },
  {
    name: 'a sandbox that could not be made is in the lists',
    tell: (truth, tell) => {
      const ghosts: object[] = [];
      return allOf(
        (honest) => ({
          RunPodSandbox: async (request, call) => {
            try {
              return await honest.RunPodSandbox(request, call);
            } catch (refusal) {
              const { metadata, labels } = request.config ?? {};
              ghosts.push({ id: 'cd'.repeat(32), metadata, labels, state: 'SANDBOX_NOTREADY' });
              throw refusal;
            }
          },
        }),
        lyingAbout('ListPodSandbox', async (_, honest) => {
          const { items = [] } = await honest();
          return ghosts.length === 0 ? undefined : { items: [...items, ...ghosts] };
        }),
      )(truth, tell);
    },
    scenario: 'start.refused-then-right',
    breaks: ['sandbox.list.nothing-unknown'],
    expected: /^only objects that an answer named: /,
    actual: /^(cd){32} is SANDBOX_NOTREADY$/,
    proof: ['RunPodSandbox', 'ListPodSandbox'],
  },
  {
    name: 'the name of a container that could not be made is taken',
    tell: (truth, tell) => {
      let failed = false;
      return lyingAbout('CreateContainer', async (_, honest) => {
        if (failed) throw new CriRefusal('UNKNOWN', 'the name is reserved');
        await honest().catch(() => (failed = true));
        return undefined;
      })(truth, tell);
    },
    scenario: 'start.refused-then-right',
    breaks: ['container.create.succeeds'],
    expected: /^CreateContainer with a free name in a ready sandbox: OK$/,
    actual: /^UNKNOWN: the name is reserved$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a container is made, and has no id',
    tell: (truth, tell) => {
      let made = 0;
      return lyingAbout('CreateContainer', async (_, honest) => {
        await honest();
        return made++ === 0 ? undefined : {};
      })(truth, tell);
    },
    scenario: 'containers.call-by-call',
    breaks: ['container.create.id-unique'],
    expected: /^an id$/,
    actual: /^an empty container_id$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a sandbox is made, and has no id',
    tell: (truth, tell) => {
      let made = 0;
      return lyingAbout('RunPodSandbox', async (_, honest) => {
        await honest();
        return made++ === 0 ? undefined : {};
      })(truth, tell);
    },
    scenario: 'sandbox.second-attempt',
    breaks: ['sandbox.run.id-unique'],
    expected: /^an id$/,
    actual: /^an empty pod_sandbox_id$/,
    proof: ['RunPodSandbox'],
  },
  {
    name: 'a container is made in a sandbox that does not exist',
    tell: lyingAbout('CreateContainer', ({ pod_sandbox_id: id }) =>
      isMadeUp(id) ? { container_id: 'ef'.repeat(32) } : undefined,
    ),
    scenario: 'containers.odd-requests',
    breaks: ['container.create.unknown-sandbox-refused'],
    expected: /^refused: there is no such sandbox$/,
    actual: /^OK$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a container that does not exist is started',
    tell: lyingAbout('StartContainer', ({ container_id: id }) => (isMadeUp(id) ? {} : undefined)),
    scenario: 'containers.odd-requests',
    breaks: ['container.start.unknown-refused'],
    expected: /^refused: there is no such container$/,
    actual: /^OK$/,
    proof: ['StartContainer'],
  },
];

const ofEnds: readonly Lie[] = [
  {
    name: 'what does not exist cannot be removed',
    tell: allOf(
      lyingAbout('RemoveContainer', ({ container_id: id }) => (isMadeUp(id) ? notFound() : undefined)),
      lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => (isMadeUp(id) ? notFound() : undefined)),
    ),
    scenario: 'containers.odd-requests',
    breaks: ['container.remove.unknown-ok', 'sandbox.remove.unknown-ok'],
    expected: /^RemoveContainer of an id that does not exist: OK$/,
    actual: /^NOT_FOUND: no such thing$/,
    proof: ['RemoveContainer'],
  },
  {
    name: 'what is gone cannot be stopped',
    tell: lyingAbout('StopContainer', async (_, honest) => {
      await honest().catch((refusal: unknown) => {
        throw new CriRefusal('UNKNOWN', String(refusal));
      });
      return undefined;
    }),
    scenario: 'containers.call-by-call',
    breaks: ['container.stop.unknown-not-found'],
    expected: /NOT_FOUND/,
    actual: /^UNKNOWN: /,
    proof: ['StopContainer'],
  },
  {
    name: 'what was never started can be neither stopped nor removed',
    tell: (truth, tell) => {
      const created = new Set<string>();
      const refuse = ({ container_id: id = '' }): undefined => {
        if (created.has(id)) throw new CriRefusal('FAILED_PRECONDITION', 'it never ran');
        return undefined;
      };
      return allOf(
        (honest) => ({
          CreateContainer: async (request, call) => {
            const answer = await honest.CreateContainer(request, call);
            created.add(answer.container_id ?? '');
            return answer;
          },
          StartContainer: (request, call) => {
            created.delete(request.container_id ?? '');
            return honest.StartContainer(request, call);
          },
        }),
        lyingAbout('StopContainer', refuse),
        lyingAbout('RemoveContainer', refuse),
      )(truth, tell);
    },
    scenario: 'containers.odd-requests',
    breaks: ['container.remove.never-started', 'container.stop.never-started'],
    expected: /^RemoveContainer of a container that was never started: OK$/,
    actual: /^FAILED_PRECONDITION: it never ran$/,
    proof: ['RemoveContainer'],
  },
  {
    name: 'a container that ended by itself cannot be stopped',
    tell: (truth, tell) => {
      const stopped = new Set<string>();
      return lyingAbout('StopContainer', async ({ container_id: id = '' }) => {
        const { status } = await truth.ContainerStatus({ container_id: id }, never);
        if (status?.state === 'CONTAINER_EXITED' && !stopped.has(id))
          throw new CriRefusal('UNKNOWN', 'it is not running');
        stopped.add(id);
        return undefined;
      })(truth, tell);
    },
    scenario: 'containers.odd-requests',
    breaks: ['container.stop.idempotent'],
    expected: /^StopContainer of an ended container: OK$/,
    actual: /^UNKNOWN: it is not running$/,
    proof: ['StopContainer'],
  },
  {
    name: 'a second stop at the same time is refused',
    tell: (truth, tell) => {
      const underWay = new Set<string>();
      return lyingAbout('StopContainer', async ({ container_id: id = '' }, honest) => {
        if (underWay.has(id)) throw new CriRefusal('UNAVAILABLE', 'it is being stopped');
        underWay.add(id);
        await honest().finally(() => underWay.delete(id));
        return undefined;
      })(truth, tell);
    },
    scenario: 'stop.overlapping',
    breaks: ['container.stop.beside-another'],
    expected: /^StopContainer beside another one: OK$/,
    actual: /^UNAVAILABLE: it is being stopped$/,
    proof: ['StopContainer'],
  },
  {
    name: 'a stop without grace has ten seconds of it',
    tell: lyingAbout('StopContainer', ({ timeout = '0', ...request }, honest) =>
      timeout === '0' ? honest({ ...request, timeout: '10' }) : undefined,
    ),
    scenario: 'stop.overlapping',
    breaks: ['container.status.signal-exit-code'],
    expected: /^exit_code 137$/,
    actual: /^exit_code 5$/,
    proof: ['StopContainer', 'ContainerStatus'],
  },
  {
    name: 'a shorter stop waits for the longer one',
    tell: (truth, tell) => {
      const longest = new Map<string, string>();
      return lyingAbout('StopContainer', ({ container_id: id = '', timeout = '0' }, honest) => {
        const first = longest.get(id);
        if (first === undefined) longest.set(id, timeout);
        return first === undefined ? honest() : honest({ container_id: id, timeout: first });
      })(truth, tell);
    },
    scenario: 'stop.overlapping',
    breaks: ['container.stop.shorter-wins'],
    expected: /^an answer soon after its 1000 ms, /,
    actual: /^OK after \d+ ms, when the 30000 ms of the first were over$/,
    proof: ['StopContainer', 'StopContainer'],
  },
  {
    name: 'nothing can be read while a container is being stopped for long',
    tell: behind(
      'StopContainer',
      ['ListContainers', 'ListPodSandbox', 'ContainerStatus'],
      ({ timeout }) => Number(timeout ?? 0) >= 5,
    ),
    scenario: 'stop.long-grace',
    breaks: ['container.stop.holds-up-no-read'],
    expected: /^(ListContainers|ListPodSandbox|ContainerStatus) answered while StopContainer is under way$/,
    actual: /^answered after \d+ ms, when StopContainer was over$/,
    proof: ['StopContainer', 'ListContainers'],
  },
  {
    name: 'a program is killed at once, and the answer held back',
    tell: (truth, tell) => {
      const endsAt = new Map<string, number>();
      const isHidden = (id = ''): boolean => (endsAt.get(id) ?? 0) > Date.now();
      const endNs = (id = ''): string => String(BigInt(endsAt.get(id) ?? 0) * 1_000_000n);
      return allOf(
        lyingAbout('StopContainer', async ({ container_id: id = '', timeout = '0' }, honest) => {
          const ms = Number(timeout) * 1000;
          if (ms < 4000) return undefined;
          endsAt.set(id, Date.now() + ms);
          const answer = await honest({ container_id: id, timeout: '0' });
          await setTimeout(ms + 20);
          return answer;
        }),
        inStatuses((status) => {
          if (status.state !== 'CONTAINER_EXITED' || !endsAt.has(status.id ?? '')) return undefined;
          return isHidden(status.id) ? stillRunning(status) : { ...status, finished_at: endNs(status.id) };
        }),
        inLists((item) => (isHidden(item.id) ? { ...item, state: 'CONTAINER_RUNNING' } : undefined)),
      )(truth, tell);
    },
    scenario: 'stop.long-grace',
    breaks: ['container.stop.lives-in-grace'],
    expected: /^lines until the timeout, /,
    actual: /^the last line of deaf at /,
    proof: ['StopContainer'],
  },
  {
    name: 'a container is removed, and its program goes on',
    tell: (truth, tell) => {
      const hidden = new Set<string>();
      return allOf(
        lyingAbout('RemoveContainer', ({ container_id: id = '' }) => {
          hidden.add(id);
          return {};
        }),
        lyingAbout('ContainerStatus', ({ container_id: id = '' }) =>
          hidden.has(id) ? notFound() : undefined,
        ),
        lyingAbout('StopPodSandbox', ({ pod_sandbox_id: id = '' }) => {
          hidden.add(id);
          return undefined;
        }),
        lyingAbout('PodSandboxStatus', async (_, honest) => {
          const { containers_statuses: statuses = [], ...answer } = await honest();
          return { ...answer, containers_statuses: statuses.filter(({ id = '' }) => !hidden.has(id)) };
        }),
        lyingAbout('ListContainers', async (_, honest) => {
          const { containers = [] } = await honest();
          return { containers: containers.filter(({ id = '' }) => !hidden.has(id)) };
        }),
      )(truth, tell);
    },
    scenario: 'containers.removed-while-counting',
    breaks: ['container.stop.silent-after'],
    expected: /^no line after RemoveContainer had been answered, /,
    actual: /^a line of removed at /,
    proof: ['RemoveContainer'],
  },
];

/** Of the objects that match the rest of a filter, those with at least one pair of its selector. */
const anyPair =
  (selector: Labels) =>
  ({ labels = {} }: { readonly labels?: Labels | undefined }): boolean =>
    Object.entries(selector).some(([key, value]) => labels[key] === value);

type Labels = Readonly<Record<string, string>>;

const ofLists: readonly Lie[] = [
  {
    name: 'of several labels one is enough for a container',
    tell: lyingAbout('ListContainers', async ({ filter }, honest) => {
      const { label_selector: selector = {}, ...rest } = filter ?? {};
      if (Object.keys(selector).length < 2) return undefined;
      const { containers = [] } = await honest({ filter: rest });
      return { containers: containers.filter(anyPair(selector)) };
    }),
    scenario: 'containers.odd-requests',
    breaks: ['container.list.filters-and'],
    expected: /^only containers that match /,
    actual: /[0-9a-f]{64} in [0-9a-f]{64}/,
    proof: ['ListContainers'],
  },
  {
    name: 'of several labels one is enough for a sandbox',
    tell: lyingAbout('ListPodSandbox', async ({ filter }, honest) => {
      const { label_selector: selector = {}, ...rest } = filter ?? {};
      if (Object.keys(selector).length < 2) return undefined;
      const { items = [] } = await honest({ filter: rest });
      return { items: items.filter(anyPair(selector)) };
    }),
    scenario: 'containers.odd-requests',
    breaks: ['sandbox.list.filters-and'],
    expected: /^only sandboxes that match /,
    actual: /[0-9a-f]{64} \{/,
    proof: ['ListPodSandbox'],
  },
  {
    name: 'nobody finds a container that has ended by its state',
    tell: lyingAbout('ListContainers', ({ filter }) =>
      filter?.state?.state === 'CONTAINER_EXITED' ? { containers: [] } : undefined,
    ),
    scenario: 'containers.odd-requests',
    breaks: ['container.list.state-filter'],
    expected: /^every container that is CONTAINER_EXITED, and no other$/,
    actual: /^[0-9a-f]{64} is missing$/,
    proof: ['ListContainers'],
  },
  {
    name: 'lists by id and labels name neither images nor sandboxes',
    tell: allOf(
      lyingAbout('ListContainers', async ({ filter }, honest) => {
        if (filter?.label_selector === undefined || filter.pod_sandbox_id === undefined) return undefined;
        const { containers = [] } = await honest();
        return { containers: containers.map((item) => ({ ...item, image: undefined })) };
      }),
      lyingAbout('ListPodSandbox', async ({ filter }, honest) => {
        if (filter?.label_selector === undefined || filter.id === undefined) return undefined;
        const { items = [] } = await honest();
        return { items: items.map((item) => ({ ...item, metadata: undefined })) };
      }),
    ),
    scenario: 'containers.two-in-a-pod',
    breaks: ['container.list.items-complete', 'sandbox.list.items-complete'],
    expected: /^id, metadata and image in every item$/,
    actual: /^\[\{"id":/,
    proof: ['ListContainers'],
  },
];

export const callLies: readonly Lie[] = [...ofCreations, ...ofEnds, ...ofLists];
