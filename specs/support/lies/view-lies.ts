// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse, ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { ServedCall } from '#cri/server/handlers.js';
import { inSandboxStatuses, inStatuses } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

// One view of what several views show, and the others tell the truth.

const inEvents =
  (falsify: (event: ContainerEventResponse) => ContainerEventResponse): Lie['tell'] =>
  (truth, tell) => ({
    async *GetContainerEvents(request, call) {
      for await (const event of truth.GetContainerEvents(request, call)) {
        tell({ rpc: 'GetContainerEvents', request });
        yield falsify(event);
      }
    },
  });

const inEventStatuses = (change: (status: ContainerStatus) => ContainerStatus): Lie['tell'] =>
  inEvents((event) => ({ ...event, containers_statuses: (event.containers_statuses ?? []).map(change) }));

const inSandboxStatus = (change: (status: ContainerStatus) => ContainerStatus): Lie['tell'] =>
  lyingAbout('PodSandboxStatus', async (_, honest) => {
    const { containers_statuses: statuses = [], ...answer } = await honest();
    return statuses.length === 0 ? undefined : { ...answer, containers_statuses: statuses.map(change) };
  });

/** A method that tells the truth until the first sandbox or container was made. */
function afterFirst<M extends UnaryMethod>(
  made: 'RunPodSandbox' | 'CreateContainer',
  rpc: M,
  change: (answer: ResponseOf<M>) => ResponseOf<M>,
): Lie['tell'] {
  return (truth, tell) => {
    let isMade = false;
    const noticing = async (request: object, call: ServedCall): Promise<object> => {
      const answer = await truth[made](request, call);
      isMade = true;
      return answer;
    };
    const lying = lyingAbout(rpc, async (_, honest) => (isMade ? change(await honest()) : undefined));
    return { ...lying(truth, tell), [made]: noticing };
  };
}

const otherLimit = ({ resources, ...status }: ContainerStatus): ContainerStatus => ({
  ...status,
  resources: { linux: { ...resources?.linux, oom_score_adj: '17' } },
});

const eventLies: readonly Lie[] = [
  {
    name: 'an event has its own container only',
    tell: inEvents((event) => ({
      ...event,
      containers_statuses: (event.containers_statuses ?? []).filter(({ id }) => id === event.container_id),
    })),
    scenario: 'events.watch',
    breaks: ['events.payload.all-containers'],
    expected: /^(main|brief) \([0-9a-f]{64}\)$/,
    actual: /^[01] statuses in CONTAINER_/,
    proof: ['GetContainerEvents', 'CreateContainer'],
  },
  {
    name: 'containers in events have ids of their own',
    tell: inEventStatuses(({ id = '', ...status }) => ({ ...status, id: id.replace(/^./, 'x') })),
    scenario: 'events.watch',
    breaks: ['events.payload.all-containers'],
    expected: /\S/,
    actual: /^also x[0-9a-f]{63}, /,
    proof: ['GetContainerEvents', 'CreateContainer'],
  },
  {
    name: 'containers in events have other resources',
    tell: inEventStatuses(otherLimit),
    scenario: 'events.watch',
    breaks: ['events.payload.agrees'],
    expected: /^resources .*oom_score_adj: "1000"/,
    actual: /^resources .*oom_score_adj: "17".* in CONTAINER_/,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'containers in events have an image that nobody has',
    tell: inEventStatuses(({ image_ref: ref, ...status }) => ({
      ...status,
      image_ref: ref?.replace(/.{8}$/, '00000000'),
    })),
    scenario: 'events.watch',
    breaks: ['events.payload.agrees'],
    expected: /^image_ref /,
    actual: /^image_ref .*00000000" in CONTAINER_/,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'containers in events have no image',
    tell: inEventStatuses((status) => ({ ...status, image: {}, image_ref: '', image_id: '' })),
    scenario: 'events.watch',
    breaks: ['events.payload.agrees'],
    expected: /^image/,
    actual: /^image/,
    proof: ['ContainerStatus', 'GetContainerEvents'],
  },
  {
    name: 'sandboxes in events have another address',
    tell: inEvents(({ pod_sandbox_status: sandbox, ...event }) => ({
      ...event,
      ...(sandbox && { pod_sandbox_status: { ...sandbox, network: { ip: '203.0.113.7' } } }),
    })),
    scenario: 'events.watch',
    breaks: ['events.payload.agrees'],
    expected: /^network /,
    actual: /^network .*203\.0\.113\.7.* in CONTAINER_/,
    proof: ['PodSandboxStatus', 'GetContainerEvents'],
  },
];

const statusLies: readonly Lie[] = [
  {
    name: 'the status of a sandbox shows other resources of its containers',
    tell: inSandboxStatus(otherLimit),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.containers-agree'],
    expected: /^resources .*oom_score_adj: "\d+"/,
    actual: /^resources .*oom_score_adj: "17"/,
    proof: ['ContainerStatus', 'PodSandboxStatus'],
  },
  {
    name: 'the status of a sandbox shows a tag that no image has',
    tell: inSandboxStatus(({ image, ...status }) => ({
      ...status,
      image: { ...image, image: (image?.image ?? '').replace(/:1$/, ':one') },
    })),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.status.containers-agree'],
    expected: /^image .*box:1"/,
    actual: /^image .*box:one"/,
    proof: ['ContainerStatus', 'PodSandboxStatus'],
  },
  {
    name: 'the address of a sandbox is among its additional ones',
    tell: inSandboxStatuses(({ network: { ip = '' } = {}, ...status }) =>
      ip === '' ? undefined : { ...status, network: { ip, additional_ips: [{ ip }] } },
    ),
    scenario: 'pod.happy-path',
    breaks: ['sandbox.network.additional-ips-exclude-primary'],
    expected: /^additional_ips without [\d.]+, each once$/,
    actual: /^[\d.]+$/,
    proof: ['PodSandboxStatus'],
  },
];

const mountLies: readonly Lie[] = [
  {
    name: 'the status of a container shows no image of a volume',
    tell: inStatuses((status) => ({
      ...status,
      mounts: (status.mounts ?? []).map((mount) => ({ ...mount, image: undefined })),
    })),
    scenario: 'images.volume',
    breaks: ['container.status.mounts-as-asked'],
    expected: /^\/data with image \{.*box-layers:1/,
    actual: /^image none; image none$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
  {
    name: 'the status of a container shows no mount that is read-only as a whole',
    tell: inStatuses((status) => ({
      ...status,
      mounts: (status.mounts ?? []).map((mount) => ({ ...mount, recursive_read_only: false })),
    })),
    scenario: 'inside.environment',
    breaks: ['container.status.mounts-as-asked'],
    expected: /^\/seen with recursive_read_only true$/,
    actual: /^recursive_read_only none$/,
    proof: ['CreateContainer', 'ContainerStatus'],
  },
];

const runtimeLies: readonly Lie[] = [
  {
    name: 'the configuration in a verbose status is for people only',
    tell: lyingAbout('Status', async ({ verbose }, honest) =>
      verbose === true ? { ...(await honest()), info: { config: 'handlers = []' } } : undefined,
    ),
    scenario: 'runtime.answers',
    breaks: ['runtime.status.info'],
    expected: /^info with JSON in it$/,
    actual: /^config \(not JSON\)$/,
    proof: ['Status'],
  },
  {
    name: 'what is wrong has no reason',
    tell: lyingAbout('Status', async (_, honest) => {
      const { status, ...answer } = await honest();
      const conditions = (status?.conditions ?? []).map((condition) => ({ ...condition, reason: '' }));
      return { ...answer, status: { ...status, conditions } };
    }),
    scenario: 'runtime.answers',
    breaks: ['runtime.status.conditions-explained'],
    expected: /^why ProcessesAreReal is false: a reason and a message$/,
    actual: /"reason":""/,
    proof: ['Status'],
  },
  {
    name: 'the runtime has another name once it runs pods',
    tell: afterFirst('RunPodSandbox', 'Version', (answer) => ({ ...answer, runtime_name: 'another' })),
    scenario: 'runtime.answers',
    breaks: ['runtime.version.constant'],
    expected: /^the same answer as before the first scenario$/,
    actual: /^runtime_name "another", before the first scenario "criprobe-reference"$/,
    proof: ['Version'],
  },
  {
    name: 'the runtime does not announce the strict groups that it gives',
    tell: afterFirst('CreateContainer', 'Status', (answer) => ({ ...answer, features: {} })),
    scenario: 'inside.strict-groups',
    breaks: ['runtime.status.features-true'],
    expected: /^supplemental_groups_policy, as a container was given it$/,
    actual: /^not in Status$/,
    proof: ['CreateContainer', 'StartContainer', 'Status'],
  },
];

export const viewLies: readonly Lie[] = [...eventLies, ...statusLies, ...mountLies, ...runtimeLies];
