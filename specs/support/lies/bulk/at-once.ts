// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type {
  ContainerResources,
  ContainerStats,
  ContainerStatus,
  Mount,
} from '#cri/proto/generated/messages.js';
import { lyingAbout } from '../lying-runtime.js';
import {
  answers,
  byNobody,
  obeys,
  omit,
  perKey,
  refuses,
  together,
  type BulkLie,
  type TellBulk,
} from './bulk-lie.js';
import { commandsOutliveTimeout } from './exec-lies.js';
import { containerViews, shownAll, statsViews, streamed, unary, withField } from './views.js';

const isExited = ({ state }: ContainerStatus): boolean => state === 'CONTAINER_EXITED';

/** Of an ended container only. */
const exited = (change: ContainerStatus | ((status: ContainerStatus) => ContainerStatus)): TellBulk =>
  containerViews((status) =>
    isExited(status) ? { ...status, ...(typeof change === 'function' ? change(status) : change) } : undefined,
  );

/** RemovePodSandbox is refused as long as a container in it runs. */
export const refusesChildren: TellBulk = ({ truth, tell }) =>
  lyingAbout('RemovePodSandbox', async ({ pod_sandbox_id: id }) => {
    const filter = { pod_sandbox_id: id, state: { state: 'CONTAINER_RUNNING' } } as const;
    const { containers = [] } = await truth.ListContainers({ filter }, byNobody);
    if (containers.length === 0) return undefined;
    throw new CriRefusal('FAILED_PRECONDITION', 'sandbox has running containers');
  })(truth, tell);

/** The first sample of a container is shown for ever. */
export const frozen: TellBulk = (lying) => {
  const first = new Map<string | undefined, ContainerStats>();
  const pods = new Map<string | undefined, object>();
  return statsViews(
    (stats) => {
      const before = first.get(stats.attributes?.id);
      if (before === undefined) first.set(stats.attributes?.id, stats);
      return before;
    },
    (stats) => {
      const before = pods.get(stats.attributes?.id);
      if (before === undefined) pods.set(stats.attributes?.id, stats);
      return before;
    },
  )(lying);
};

/** An update changes what is shown, and nothing else. */
export const updatesAreShownOnly: TellBulk = (lying) => {
  const asked = perKey((): { linux: ContainerResources['linux'] } => ({ linux: undefined }));
  return {
    ...containerViews((status) => {
      const { linux } = asked(status.id);
      if (linux === undefined) return undefined;
      return { ...status, resources: { linux: { ...status.resources?.linux, ...linux } } };
    })(lying),
    ...lyingAbout('UpdateContainerResources', async ({ container_id: id, linux }) => {
      await lying.truth.ContainerStatus({ container_id: id }, byNobody);
      const known = asked(id);
      known.linux = { ...known.linux, ...linux };
      return {};
    })(lying.truth, lying.tell),
  };
};

const onlyTerminationLog = (mounts: readonly Mount[] = []): readonly Mount[] =>
  mounts
    .filter(({ container_path: path }) => path === '/dev/termination-log')
    .map((mount) => ({ ...mount, readonly: true, propagation: 'PROPAGATION_BIDIRECTIONAL' as const }));

const dropsWhatItIsAsked: TellBulk = together(
  obeys('CreateContainer', ({ config = {}, ...request }) => ({
    ...request,
    config: {
      ...omit(config, 'envs', 'working_dir'),
      linux: { resources: config.linux?.resources },
    },
  })),
  obeys('RunPodSandbox', ({ config = {}, ...request }) => ({
    ...request,
    config: omit(config, 'dns_config', 'port_mappings', 'hostname'),
  })),
);

/** Events of what began, and nothing in them. */
const poorEvents: TellBulk = (lying) =>
  streamed('GetContainerEvents', lying, async (event) => {
    const { container_event_type: type } = event;
    if (type === 'CONTAINER_STOPPED_EVENT' || type === 'CONTAINER_DELETED_EVENT') return undefined;
    const metadata = { ...event.pod_sandbox_status?.metadata, uid: 'somebody-else' };
    const rest = omit(event, 'containers_statuses');
    return Promise.resolve({ ...rest, created_at: '1', pod_sandbox_status: { metadata } });
  });

/** A removed image only loses the name. */
const removesNames: TellBulk = (lying) => {
  const removed = new Set<string | undefined>();
  const { truth, tell } = lying;
  return {
    ...lyingAbout('RemoveImage', async ({ image }) => {
      const { image: found } = await truth.ImageStatus({ image }, byNobody);
      if (found === undefined) return undefined;
      for (const name of [image?.image, found.id, ...(found.repo_tags ?? [])]) removed.add(name);
      return {};
    })(truth, tell),
    ...lyingAbout('PullImage', ({ image }) => {
      removed.delete(image?.image);
      return undefined;
    })(truth, tell),
    ...lyingAbout('ImageStatus', ({ image }) => (removed.has(image?.image) ? {} : undefined))(truth, tell),
    ...unary('ListImages', lying, async (answer) =>
      withField(
        answer,
        'images',
        await shownAll(answer.images, (image) =>
          removed.has(image.id) ? { ...image, repo_tags: [], repo_digests: [] } : undefined,
        ),
      ),
    ),
  };
};

const nonsense = (rpc: 'Exec' | 'Attach' | 'PortForward'): TellBulk =>
  answers(rpc, () => ({ url: 'nonsense' }));

/** coverage-2026-11.md §5.1: a runtime with all of them at once was called conformant. */
export const atOnceLies: readonly BulkLie[] = [
  {
    id: 'at-once.01',
    says: 'ListContainerStats always fails',
    tell: refuses('ListContainerStats', 'UNKNOWN'),
    scenarios: ['stats.twice'],
  },
  {
    id: 'at-once.02',
    says: 'RemovePodSandbox refuses while a container runs',
    tell: refusesChildren,
    scenarios: ['sandbox.removed-while-running'],
  },
  {
    id: 'at-once.03',
    says: 'statistics never change',
    tell: frozen,
    scenarios: ['stats.under-load'],
  },
  {
    id: 'at-once.04',
    says: 'the URLs of streams are nonsense',
    tell: together(nonsense('Exec'), nonsense('Attach'), nonsense('PortForward')),
    scenarios: ['streaming.all'],
  },
  {
    id: 'at-once.05',
    says: 'every exit has the reason Gone and a junk message',
    tell: exited({ reason: 'Gone', message: 'junk' }),
    scenarios: ['jobs.exit-codes'],
  },
  {
    id: 'at-once.06',
    says: 'a container ends when it is created',
    tell: exited(({ created_at: at }) => ({ finished_at: at })),
    scenarios: ['jobs.exit-codes', 'stop.slow-handler'],
  },
  {
    id: 'at-once.07',
    says: 'an ended container was never started',
    tell: exited({ started_at: '0' }),
    scenarios: ['jobs.exit-codes'],
  },
  {
    id: 'at-once.08',
    says: 'the image of a status is junk',
    tell: answers('ContainerStatus', ({ status, ...answer }) => ({
      ...answer,
      status: { ...status, image: { image: 'junk' }, image_ref: 'junk' },
    })),
    scenarios: ['pod.happy-path'],
  },
  {
    id: 'at-once.09',
    says: 'of the mounts only the termination log is shown, with other flags',
    tell: containerViews(({ mounts, ...status }) => ({ ...status, mounts: onlyTerminationLog(mounts) })),
    scenarios: ['images.volume', 'pod.complete-requests'],
  },
  {
    id: 'at-once.10',
    says: 'every program runs as 77:88',
    tell: containerViews((status) => ({ ...status, user: { linux: { uid: '77', gid: '88' } } })),
    scenarios: ['pod.happy-path', 'pod.complete-requests'],
  },
  {
    id: 'at-once.11',
    says: 'the images in lists are junk or empty',
    tell: answers('ListContainers', ({ containers = [] }) =>
      containers.length === 0
        ? undefined
        : {
            containers: containers.map((each) => ({
              ...each,
              image: { image: 'junk' },
              image_ref: '',
              image_id: '',
            })),
          },
    ),
    scenarios: ['pod.happy-path', 'containers.two-in-a-pod'],
  },
  {
    id: 'at-once.12',
    says: 'the versions are banana and not-semver',
    tell: answers('Version', (answer) => ({
      ...answer,
      runtime_version: 'not-semver',
      runtime_api_version: 'banana',
    })),
    scenarios: ['runtime.answers'],
  },
  {
    id: 'at-once.13',
    says: 'RuntimeConfig names the other cgroup driver',
    tell: answers('RuntimeConfig', ({ linux }) => ({
      linux: { cgroup_driver: linux?.cgroup_driver === 'CGROUPFS' ? 'SYSTEMD' : 'CGROUPFS' },
    })),
    scenarios: ['runtime.answers', 'pod.happy-path'],
  },
  {
    id: 'at-once.14',
    says: 'images are at /nowhere and use nothing since 1970',
    tell: answers('ImageFsInfo', (answer) => {
      const nowhere = { timestamp: '1', fs_id: { mountpoint: '/nowhere' }, used_bytes: {}, inodes_used: {} };
      return { ...answer, image_filesystems: [nowhere], container_filesystems: [nowhere] };
    }),
    scenarios: ['images.pull-and-remove', 'runtime.answers', 'images.collected'],
  },
  {
    id: 'at-once.15',
    says: 'a checkpoint is OK and nothing is written',
    tell: ({ truth, tell }) => lyingAbout('CheckpointContainer', () => ({}))(truth, tell),
    scenarios: ['checkpoint.running'],
  },
  {
    id: 'at-once.16',
    says: 'the status of a sandbox has a junk handler, host namespaces, no containers and the time 1',
    tell: answers('PodSandboxStatus', ({ status = {} }) => {
      const options = { ...status.linux?.namespaces?.options, pid: 'NODE', ipc: 'NODE' } as const;
      const shown = { ...status, runtime_handler: 'junk', linux: { namespaces: { options } } };
      return { status: shown, timestamp: '1', containers_statuses: [], info: { unasked: '{}' } };
    }),
    scenarios: ['pod.happy-path'],
  },
  {
    id: 'at-once.17',
    says: 'ListImages shows other sizes, tags, pins and users',
    tell: answers('ListImages', ({ images = [] }) => ({
      images: images.map((image) => ({
        ...image,
        size: '1',
        repo_tags: ['junk:1'],
        pinned: image.pinned !== true,
        uid: { value: '77' },
      })),
    })),
    scenarios: ['images.pull-and-remove'],
  },
  {
    id: 'at-once.18',
    says: 'an update of resources does nothing and is shown',
    tell: updatesAreShownOnly,
    scenarios: ['resources.update', 'updates.resized'],
  },
  {
    id: 'at-once.19',
    says: 'what an exec started outlives the time-out',
    tell: commandsOutliveTimeout(() => true),
    scenarios: ['exec.left-behind'],
  },
  {
    id: 'at-once.20',
    says: 'environment, working directory, security, DNS, ports and host names of requests are dropped',
    tell: dropsWhatItIsAsked,
    scenarios: ['pod.complete-requests', 'sandbox.names-and-dns', 'sandbox.ports'],
  },
  {
    id: 'at-once.21',
    says: 'events tell of no end, and nothing else',
    tell: poorEvents,
    scenarios: ['events.watch'],
  },
  {
    id: 'at-once.22',
    says: 'a removed image only loses its name',
    tell: removesNames,
    scenarios: ['images.pull-and-remove'],
  },
  {
    id: 'at-once.23',
    says: 'PullImage answers with the name it was asked for',
    tell: answers('PullImage', (_, { image }) => ({ image_ref: image?.image })),
    scenarios: ['pod.happy-path', 'images.pull-and-remove'],
  },
];
