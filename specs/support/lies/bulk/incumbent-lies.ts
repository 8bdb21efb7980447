// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerConfig,
  ContainerStats,
  ContainerStatus,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { lyingAbout } from '../lying-runtime.js';
import { answers, obeys, omit, refuses, together, bulkLie, type BulkLie, type TellBulk } from './bulk-lie.js';
import { imageViews, statsViews } from './views.js';

const junk = 'junk';

/** A field of ContainerStatus alone; undefined: empty. */
const status = (change: ContainerStatus | ((seen: ContainerStatus) => ContainerStatus)): TellBulk =>
  answers('ContainerStatus', ({ status: seen = {}, ...answer }) => ({
    ...answer,
    status: { ...seen, ...(typeof change === 'function' ? change(seen) : change) },
  }));

const podStatus = (change: PodSandboxStatus): TellBulk =>
  answers('PodSandboxStatus', ({ status: seen, ...answer }) => ({
    ...answer,
    status: { ...seen, ...change },
  }));

const containerList = (change: object): TellBulk =>
  answers('ListContainers', ({ containers = [] }) =>
    containers.length === 0 ? undefined : { containers: containers.map((each) => ({ ...each, ...change })) },
  );

const podList = (change: object): TellBulk =>
  answers('ListPodSandbox', ({ items = [] }) =>
    items.length === 0 ? undefined : { items: items.map((each) => ({ ...each, ...change })) },
  );

/** Container statistics without these parts. */
const without = (...parts: readonly (keyof ContainerStats)[]): TellBulk =>
  statsViews((seen) => ({ ...seen, ...Object.fromEntries(parts.map((part) => [part, undefined])) }));

/** A part keeps its timestamp and loses its numbers. */
const withoutNumbers = (part: 'cpu' | 'memory' | 'writable_layer' | 'swap' | 'io'): TellBulk =>
  statsViews(({ [part]: numbers, ...seen }) =>
    numbers === undefined ? undefined : { ...seen, [part]: { timestamp: numbers.timestamp } },
  );

const created = (change: (config: ContainerConfig) => ContainerConfig | undefined): TellBulk =>
  obeys('CreateContainer', ({ config = {}, ...request }) => {
    const other = change(config);
    return other === undefined ? undefined : { ...request, config: { ...config, ...other } };
  });

/** These fields of a list's filter mean nothing. */
const ignoring = (...fields: readonly string[]): TellBulk => {
  const rest = <F extends object>(filter: F | undefined): F | undefined => {
    const kept = Object.entries(filter ?? {}).filter(([field]) => !fields.includes(field));
    return kept.length === Object.keys(filter ?? {}).length ? undefined : (Object.fromEntries(kept) as F);
  };
  return together(
    obeys('ListContainers', ({ filter }) => {
      const other = rest(filter);
      return other && { filter: other };
    }),
    obeys('ListPodSandbox', ({ filter }) => {
      const other = rest(filter);
      return other && { filter: other };
    }),
  );
};

const hostNetwork: TellBulk = (lying) =>
  together(
    obeys('RunPodSandbox', ({ config = {}, ...request }) => {
      const { security_context: context, ...linux } = config.linux ?? {};
      if (context?.namespace_options?.network === 'NODE') return undefined;
      const options = { ...context?.namespace_options, network: 'NODE' } as const;
      return {
        ...request,
        config: {
          ...config,
          linux: { ...linux, security_context: { ...context, namespace_options: options } },
        },
      };
    }),
    // Hidden in the status, which has an address that nobody answers at.
    answers('PodSandboxStatus', ({ status: seen = {}, ...answer }) => {
      const options = omit(seen.linux?.namespaces?.options ?? {}, 'network');
      const shown = { ...seen, network: { ip: '10.99.0.9' }, linux: { namespaces: { options } } };
      return { ...answer, status: shown };
    }),
  )(lying);

const plain: readonly ScenarioId[] = ['pod.happy-path', 'jobs.exit-codes'];

const containerLies: readonly BulkLie[] = [
  bulkLie(
    ['critest.status-created-at', 'every container was created at 1'],
    status({ created_at: '1' }),
    ...plain,
  ),
  bulkLie(
    ['critest.status-started-at', 'no container has a started_at'],
    status({ started_at: '0' }),
    ...plain,
  ),
  bulkLie(
    ['critest.status-finished-at', 'no container has a finished_at'],
    status({ finished_at: '0' }),
    ...plain,
  ),
  bulkLie(['critest.status-id', 'the id of a status is junk'], status({ id: junk }), ...plain),
  bulkLie(['critest.status-image', 'the image of a status is empty'], status({ image: {} }), ...plain),
  bulkLie(
    ['critest.status-image-ref', 'the image_ref of a status is junk'],
    status({ image_ref: junk }),
    ...plain,
  ),
  bulkLie(['critest.status-message', 'every status has a junk message'], status({ message: junk }), ...plain),
  bulkLie(
    ['critest.status-resources', 'no status has resources'],
    status({ resources: undefined }),
    'resources.update',
    'updates.resized',
  ),
  bulkLie(
    ['critest.status-info', 'a status has no verbose information'],
    answers('ContainerStatus', ({ info, ...answer }) => (info === undefined ? undefined : answer)),
    'runtime.answers',
    'pod.happy-path',
  ),
  bulkLie(
    ['critest.list-sandbox', 'lists know another sandbox'],
    containerList({ pod_sandbox_id: junk }),
    ...plain,
  ),
  bulkLie(['critest.list-image', 'the image of a list is empty'], containerList({ image: {} }), ...plain),
  bulkLie(
    ['critest.list-image-ref', 'the image_ref of a list is junk'],
    containerList({ image_ref: junk }),
    ...plain,
  ),
  bulkLie(
    ['critest.list-created-at', 'in lists no container has a created_at'],
    containerList({ created_at: '0' }),
    ...plain,
  ),
  bulkLie(
    ['critest.list-state', 'in lists every container is UNKNOWN'],
    containerList({ state: 'CONTAINER_UNKNOWN' }),
    ...plain,
  ),
  bulkLie(
    ['critest.exit-code', 'every program ends with 42'],
    status(({ state }) => (state === 'CONTAINER_EXITED' ? { exit_code: 42 } : {})),
    'jobs.exit-codes',
  ),
  bulkLie(
    ['critest.reason', 'every reason is junk'],
    status(({ reason = '' }) => (reason === '' ? {} : { reason: junk })),
    'jobs.exit-codes',
    'resources.out-of-memory',
  ),
];

const sandboxLies: readonly BulkLie[] = [
  bulkLie(
    ['critest.pods-created-at', 'in lists no sandbox has a created_at'],
    podList({ created_at: '0' }),
    ...plain,
  ),
  bulkLie(
    ['critest.pods-handler', 'in lists the handler is junk'],
    podList({ runtime_handler: junk }),
    ...plain,
  ),
  bulkLie(
    ['critest.pods-state', 'in lists every sandbox is NOTREADY'],
    podList({ state: 'SANDBOX_NOTREADY' }),
    ...plain,
  ),
  bulkLie(['critest.pod-id', 'the id of a sandbox status is junk'], podStatus({ id: junk }), ...plain),
  bulkLie(
    ['critest.pod-created-at', 'a sandbox status has no created_at'],
    podStatus({ created_at: '0' }),
    ...plain,
  ),
  bulkLie(
    ['critest.pod-linux', 'a sandbox status has no namespaces'],
    podStatus({ linux: undefined }),
    'sandbox.host-network',
    ...plain,
  ),
  bulkLie(
    ['critest.pod-handler', 'the handler of a sandbox status is junk'],
    podStatus({ runtime_handler: junk }),
    ...plain,
  ),
  bulkLie(
    ['critest.pod-additional-ips', 'a sandbox has junk addresses'],
    answers('PodSandboxStatus', ({ status: seen, ...answer }) => ({
      ...answer,
      status: { ...seen, network: { ...seen?.network, additional_ips: [{ ip: junk }] } },
    })),
    ...plain,
  ),
  bulkLie(
    ['critest.pod-info', 'a sandbox status has no verbose information'],
    answers('PodSandboxStatus', ({ info, ...answer }) => (info === undefined ? undefined : answer)),
    'runtime.answers',
    'pod.happy-path',
  ),
  bulkLie(
    ['critest.host-network', 'every pod is on the network of the host, and does not say so'],
    hostNetwork,
    'sandbox.names-and-dns',
    'sandbox.ports',
    'pod.happy-path',
  ),
];

const stats: readonly ScenarioId[] = ['stats.twice'];

const statsLies: readonly BulkLie[] = [
  bulkLie(['critest.stats-cpu', 'statistics have no CPU numbers'], withoutNumbers('cpu'), ...stats),
  bulkLie(['critest.stats-memory', 'statistics have no memory numbers'], withoutNumbers('memory'), ...stats),
  bulkLie(
    ['critest.stats-filesystem', 'statistics have no file system numbers'],
    withoutNumbers('writable_layer'),
    ...stats,
  ),
  bulkLie(['critest.stats-swap', 'statistics have no swap'], without('swap'), ...stats),
  bulkLie(['critest.stats-io', 'statistics have no IO'], without('io'), ...stats),
  bulkLie(
    ['critest.stats-timestamps', 'every measurement is of 1'],
    statsViews((seen) => ({
      ...seen,
      cpu: seen.cpu && { ...seen.cpu, timestamp: '1' },
      memory: seen.memory && { ...seen.memory, timestamp: '1' },
      writable_layer: seen.writable_layer && { ...seen.writable_layer, timestamp: '1' },
    })),
    ...stats,
  ),
  bulkLie(
    ['critest.stats-labels', 'statistics are of containers without labels'],
    statsViews(({ attributes, ...seen }) => ({ ...seen, attributes: { ...attributes, labels: {} } })),
    ...stats,
  ),
];

const serviceLies: readonly BulkLie[] = [
  bulkLie(
    ['critest.version-name', 'the API version is banana'],
    answers('Version', (answer) => ({ ...answer, version: 'banana', runtime_api_version: 'banana' })),
    'runtime.answers',
  ),
  bulkLie(
    ['critest.version-semver', 'the version is not one'],
    answers('Version', (answer) => ({ ...answer, runtime_version: 'not-semver' })),
    'runtime.answers',
  ),
  bulkLie(
    ['critest.image-spec', 'the spec of an image is junk'],
    imageViews((image) => ({ ...image, spec: { image: junk } })),
    'images.pull-and-remove',
  ),
  bulkLie(
    ['critest.image-pinned', 'images are pinned that are not, and the other way round'],
    imageViews((image) => ({ ...image, pinned: image.pinned !== true })),
    'images.users',
  ),
  bulkLie(
    ['critest.image-size', 'every image has the size 1'],
    imageViews((image) => ({ ...image, size: '1' })),
    'images.pull-and-remove',
  ),
  bulkLie(
    ['critest.image-info', 'an image has no verbose information'],
    answers('ImageStatus', ({ info, ...answer }) => (info === undefined ? undefined : answer)),
    'images.pull-and-remove',
    'runtime.answers',
  ),
  bulkLie(
    ['critest.fs-info', 'ImageFsInfo is empty'],
    answers('ImageFsInfo', () => ({})),
    'runtime.answers',
    'images.collected',
  ),
  bulkLie(
    ['critest.images-empty', 'there are no images'],
    answers('ListImages', () => ({})),
    'images.pull-and-remove',
  ),
  bulkLie(
    ['critest.stop-timeout', 'every stop kills at once'],
    obeys('StopContainer', (request) => ({ ...request, timeout: '0' })),
    'stop.slow-handler',
  ),
  bulkLie(
    ['critest.filter-state', 'the state in a filter means nothing'],
    ignoring('state'),
    'containers.call-by-call',
    'containers.two-in-a-pod',
  ),
  bulkLie(
    ['critest.filter-labels', 'the labels in a filter mean nothing'],
    ignoring('label_selector'),
    'containers.two-in-a-pod',
  ),
  bulkLie(
    ['critest.filter-pod', 'the sandbox in a filter means nothing'],
    ignoring('pod_sandbox_id'),
    'containers.two-in-a-pod',
  ),
];

const complete: readonly ScenarioId[] = ['pod.complete-requests'];

const requestLies: readonly BulkLie[] = [
  bulkLie(
    ['critest.drop-args', 'arguments are dropped'],
    created(({ args = [] }) => (args.length === 0 ? undefined : { args: [] })),
    'inside.environment',
  ),
  bulkLie(
    ['critest.drop-envs', 'the environment is dropped'],
    created(({ envs = [] }) => (envs.length === 0 ? undefined : { envs: [] })),
    ...complete,
  ),
  bulkLie(
    ['critest.drop-working-dir', 'the working directory is dropped'],
    created(({ working_dir: dir = '' }) => (dir === '' ? undefined : { working_dir: '' })),
    'inside.environment',
  ),
  bulkLie(
    ['critest.drop-devices', 'devices are dropped'],
    created(({ devices = [] }) => (devices.length === 0 ? undefined : { devices: [] })),
    'containers.block-volume',
  ),
  bulkLie(
    ['critest.drop-cpu', 'the limits of CPU are dropped'],
    created(
      ({
        linux: {
          resources: { cpu_quota: quota, cpu_shares: shares, cpu_period: period, ...resources } = {},
          ...linux
        } = {},
      }) =>
        quota === undefined && shares === undefined && period === undefined
          ? undefined
          : { linux: { ...linux, resources } },
    ),
    ...complete,
    'resources.update',
  ),
  bulkLie(
    ['critest.drop-all-capabilities', 'ALL is no capability'],
    created(({ linux: { security_context: context, ...linux } = {} }) => {
      const asked = context?.capabilities;
      const isAll = (names: readonly string[] = []): boolean => names.includes('ALL');
      if (!isAll(asked?.add_capabilities) && !isAll(asked?.drop_capabilities)) return undefined;
      const some = (names: readonly string[] = []): readonly string[] =>
        names.filter((name) => name !== 'ALL');
      const capabilities = {
        ...asked,
        add_capabilities: some(asked?.add_capabilities),
        drop_capabilities: some(asked?.drop_capabilities),
      };
      return { linux: { ...linux, security_context: { ...context, capabilities } } };
    }),
    'inside.security',
  ),
  bulkLie(
    ['critest.update-unimplemented', 'UpdateContainerResources is not there'],
    refuses('UpdateContainerResources', 'UNIMPLEMENTED'),
    'resources.update',
  ),
  bulkLie(
    ['critest.pod-stats-unimplemented', 'PodSandboxStats is not there'],
    refuses('PodSandboxStats', 'UNIMPLEMENTED'),
    'runtime.answers',
  ),
  bulkLie(
    ['critest.pods-stats-unimplemented', 'ListPodSandboxStats is not there'],
    refuses('ListPodSandboxStats', 'UNIMPLEMENTED'),
    'runtime.answers',
  ),
  bulkLie(
    ['critest.config-unimplemented', 'UpdateRuntimeConfig is not there'],
    refuses('UpdateRuntimeConfig', 'UNIMPLEMENTED'),
    'runtime.answers',
  ),
  bulkLie(
    ['critest.checkpoint-unimplemented', 'CheckpointContainer is not there'],
    refuses('CheckpointContainer', 'UNIMPLEMENTED'),
    'checkpoint.running',
  ),
  bulkLie(
    ['critest.attach-is-exec', 'Attach gives the streams of another program'],
    ({ truth, tell }) =>
      lyingAbout('Attach', (request) => {
        const { container_id, stdin, stdout, stderr, tty } = request;
        const call = { signal: new AbortController().signal, apiVersion: 'v1' } as const;
        return truth.Exec({ container_id, stdin, stdout, stderr, tty, cmd: ['/box', 'exit 0'] }, call);
      })(truth, tell),
    'streaming.all',
  ),
];

/** critest passed with all of them at once. Two more of its lies are legal: decoys.ts. */
export const incumbentLies: readonly BulkLie[] = [
  ...containerLies,
  ...sandboxLies,
  ...statsLies,
  ...serviceLies,
  ...requestLies,
];
