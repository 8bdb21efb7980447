// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { LyingAfter } from '../lying-daemon.js';
import { afterwards, type RestartLie } from './restart-lie.js';

/** What the status of a container says since the daemon is back; undefined: the truth. */
const container = (
  change: (status: ContainerStatus) => ContainerStatus | undefined,
): ((lying: LyingAfter) => CriHandlers) =>
  afterwards('ContainerStatus', ({ status = {}, ...answer }) => {
    const changed = change(status);
    return changed === undefined ? undefined : { ...answer, status: { ...status, ...changed } };
  });

const sandbox = (
  change: (status: PodSandboxStatus) => PodSandboxStatus,
): ((lying: LyingAfter) => CriHandlers) =>
  afterwards('PodSandboxStatus', ({ status = {}, ...answer }) => ({
    ...answer,
    status: { ...status, ...change(status) },
  }));

/** Only for a container of this name. */
const named =
  (name: string, lie: ContainerStatus) =>
  ({ metadata }: ContainerStatus): ContainerStatus | undefined =>
    metadata?.name === name ? lie : undefined;

const unknownExit = { exit_code: 255, reason: 'Unknown' } as const;

/** A line disappears from a container's log as soon as its status is read. */
const loses = (line: string): ((lying: LyingAfter) => CriHandlers) =>
  container(({ log_path: path = '' }) => {
    if (!existsSync(path)) return undefined;
    const content = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      content
        .split('\n')
        .filter((each) => !each.endsWith(` ${line}`))
        .join('\n'),
    );
    return undefined;
  });

export const restartStateLies: readonly RestartLie[] = [
  {
    name: 'the first list is not complete yet',
    tell: (lying: LyingAfter): CriHandlers => {
      let isFirst = true;
      return afterwards('ListContainers', () => {
        if (!isFirst) return undefined;
        isFirst = false;
        return {};
      })(lying);
    },
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.objects.same-set', 'container.list.stays-until-removed'],
    expected: /^ListContainers with main \(\w+\), .* and no more$/,
    actual: /^without main \(\w+\), without done/,
  },
  {
    name: 'a container has no path of its log any more, as its directory is lost',
    tell: container(({ log_path: path = '' }) => ({ log_path: path.slice(path.lastIndexOf('/') + 1) })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.container.unchanged', 'container.status.log-path'],
    expected: /^as before: log_path "\//,
    actual: /^log_path "0\.log"$/,
  },
  {
    name: 'containers began after the daemon came back',
    // A minute later, beyond every tolerance: how soon it is asked after a start depends on the load.
    tell: container(({ state }) =>
      state === 'CONTAINER_RUNNING' ? { started_at: String((Date.now() + 60_000) * 1e6) } : undefined,
    ),
    scenario: 'daemon.crash-while-idle',
    breaks: [
      'restart.container.unchanged',
      'container.status.times-immutable',
      'container.status.times-in-window',
    ],
    expected: /^as before: started_at "\d{19}"$/,
    actual: /^started_at "\d{19}"$/,
  },
  {
    name: 'a container is of an image without a name',
    tell: container(({ image_id: id = '' }) => ({ image_ref: id })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.container.image-kept', 'container.status.image-stable'],
    expected: /^as before: image_ref/,
    actual: /^image_ref/,
  },
  {
    name: 'mounts are forgotten',
    tell: container(() => ({ mounts: [] })),
    scenario: 'daemon.restart-while-idle',
    breaks: [
      'restart.container.mounts-kept',
      'container.status.termination-log-mount',
      'container.status.mounts-as-asked',
    ],
    expected: /^as before: mounts \[\{container_path: "\/dev\/termination-log"/,
    actual: /^mounts none$/,
  },
  {
    name: 'an update of resources is forgotten',
    tell: container(({ resources }) =>
      resources?.linux?.cpu_shares === '102'
        ? { resources: { linux: { ...resources.linux, cpu_shares: '51' } } }
        : undefined,
    ),
    scenario: 'daemon.restart-while-idle',
    // The status of the sandbox still has it.
    breaks: ['restart.container.resources-kept', 'sandbox.status.containers-agree'],
    expected: /^as before: cpu_shares "102"$/,
    actual: /^cpu_shares "51"$/,
  },
  {
    name: 'a container that was not started has ended',
    tell: container(named('spare', { state: 'CONTAINER_EXITED', finished_at: '7', ...unknownExit })),
    scenario: 'daemon.restart-while-idle',
    breaks: [
      'restart.container.created-stays-created',
      'container.create.created-state',
      'container.status.state-forward',
      'sandbox.status.containers-agree',
    ],
    expected: /^CONTAINER_CREATED with started_at 0, as before$/,
    actual: /^CONTAINER_EXITED with started_at 0, exit_code 255$/,
  },
  {
    name: 'what runs has ended well, it says',
    tell: container(
      named('main', {
        state: 'CONTAINER_EXITED',
        reason: 'Completed',
        finished_at: '7',
      }),
    ),
    scenario: 'daemon.restart-while-idle',
    breaks: [
      'restart.container.keeps-running',
      'container.status.state-forward',
      'container.status.times-ordered',
      'exec.sync.not-running-refused',
      'container.status.finished-at-fits',
      'sandbox.status.containers-agree',
    ],
    expected: /^CONTAINER_RUNNING, 1 processes, as before$/,
    actual: /^CONTAINER_EXITED with exit_code 0, 1 processes$/,
  },
  {
    name: 'what had ended with a code has ended with another',
    tell: container(named('done', unknownExit)),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.exited.data-kept', 'container.status.exit-final', 'container.status.exit-code-true'],
    expected: /^as before: exit_code 3, reason "Error"$/,
    actual: /^exit_code 255, reason "Unknown"$/,
  },
  {
    name: 'what had ended runs again',
    tell: container(
      named('done', { state: 'CONTAINER_RUNNING', exit_code: 0, finished_at: '0', reason: '' }),
    ),
    scenario: 'daemon.restart-while-idle',
    breaks: [
      'restart.exited.data-kept',
      'container.status.state-forward',
      'container.status.times-immutable',
      'sandbox.status.containers-agree',
    ],
    expected: /^as before: state "CONTAINER_EXITED", exit_code 3/,
    actual: /^state "CONTAINER_RUNNING"/,
  },
  {
    name: 'nobody knows how a container ended while the daemon was stopped',
    tell: container(named('fails', unknownExit)),
    scenario: 'daemon.exits-while-stopped',
    breaks: ['restart.exit.code-kept', 'sandbox.status.containers-agree', 'container.status.exit-code-true'],
    expected: /^exit_code 7$/,
    actual: /^exit_code 255, reason "Unknown"$/,
  },
  {
    name: 'nobody knows how a container ended that succeeded after a crash',
    tell: container(named('succeeds', unknownExit)),
    scenario: 'daemon.exits-while-crashed',
    breaks: ['restart.exit.code-kept', 'sandbox.status.containers-agree', 'container.status.exit-code-true'],
    expected: /^exit_code 0$/,
    actual: /^exit_code 255, reason "Unknown"$/,
  },
  {
    name: 'a container ended when the world began',
    tell: container(named('fails', { finished_at: '1' })),
    scenario: 'daemon.exits-while-stopped',
    breaks: [
      'restart.exit.seen',
      'container.status.times-ordered',
      'container.status.finished-at-fits',
      'sandbox.status.containers-agree',
    ],
    expected: /^finished_at between /,
    actual: /^1 /,
  },
  {
    name: 'a line is lost that was printed while nobody listened',
    tell: loses('said while nobody listened'),
    scenario: 'daemon.exits-while-stopped',
    breaks: ['restart.log.kept', 'log.content.true'],
    expected: /^the line "said while nobody listened" once$/,
    actual: /^0 such lines$/,
  },
  {
    name: 'last words are lost',
    tell: loses('last words'),
    scenario: 'daemon.exits-while-crashed',
    breaks: ['restart.log.last-words'],
    expected: /^the lines "last words"$/,
    actual: /^1 lines without them$/,
  },
  {
    name: 'images have lost their names',
    tell: afterwards('ImageStatus', ({ image }) =>
      image === undefined ? undefined : { image: { ...image, repo_tags: [] } },
    ),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.images.same', 'image.list.agrees-with-status'],
    expected: /^as before: /,
    actual: /^without .*box:1$/,
  },
  {
    name: 'the sandbox image is not pinned any more',
    tell: afterwards('ListImages', ({ images = [] }) => ({
      images: images.map((image) => ({ ...image, pinned: false })),
    })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.images.same', 'image.list.sandbox-image-pinned'],
    expected: /pinned true/,
    actual: /^pinned /,
  },
  {
    name: 'another cgroup driver',
    tell: afterwards('RuntimeConfig', () => ({ linux: { cgroup_driver: 'SYSTEMD' } })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.runtime.config-same', 'runtime.config.static'],
    expected: /^RuntimeConfig as before: \{cgroup driver: "CGROUPFS"\}$/,
    actual: /^\{cgroup driver: "SYSTEMD"\}$/,
  },
  {
    name: 'a sandbox has lost its address',
    tell: sandbox(() => ({ network: {} })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.sandbox.ip-kept', 'sandbox.network.ip-stable'],
    expected: /^[\d.]+, as before$/,
    actual: /^no address$/,
  },
  {
    name: 'every sandbox has to be made anew',
    tell: sandbox(() => ({ state: 'SANDBOX_NOTREADY' })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.sandbox.state-kept', 'sandbox.status.state-forward'],
    expected: /^SANDBOX_READY, as before$/,
    actual: /^SANDBOX_NOTREADY in PodSandboxStatus$/,
  },
  {
    name: 'sandboxes were made when the daemon came back',
    tell: sandbox(() => ({ created_at: '1700000000000000000' })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.sandbox.unchanged', 'sandbox.status.created-at', 'sandbox.list.agrees-with-status'],
    expected: /^as before: created_at "\d{19}"$/,
    actual: /^created_at "1700000000000000000"$/,
  },
  {
    name: 'a dead sandbox is READY, and nothing can be made in it',
    tell: (lying: LyingAfter): CriHandlers => ({
      ...sandbox(({ state }) => (state === 'SANDBOX_NOTREADY' ? { state: 'SANDBOX_READY' } : {}))(lying),
      ...afterwards('CreateContainer', () => {
        throw new CriRefusal('UNKNOWN', 'no such namespace');
      })(lying),
    }),
    scenario: 'daemon.sandbox-killed-while-down',
    breaks: [
      'restart.sandbox.ready-is-true',
      'restart.sandbox.ip-kept',
      'sandbox.network.ip-stable',
      'sandbox.stop.not-ready-and-listed',
      'sandbox.status.state-forward',
    ],
    expected: /^SANDBOX_NOTREADY, or a container/,
    actual: /^SANDBOX_READY, and CreateContainer: /,
  },
];
