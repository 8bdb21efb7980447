// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { Container, ContainerMetadata, PodSandbox } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import { afterwards, type RestartLie } from './restart-lie.js';

const listedContainers = (change: (item: Container) => Container): ((lying: LyingAfter) => CriHandlers) =>
  afterwards('ListContainers', ({ containers = [] }) => ({ containers: containers.map(change) }));

const listedSandboxes = (change: (item: PodSandbox) => PodSandbox): ((lying: LyingAfter) => CriHandlers) =>
  afterwards('ListPodSandbox', ({ items = [] }) => ({ items: items.map(change) }));

const isNamed = (name: string, metadata: ContainerMetadata | undefined): boolean => metadata?.name === name;

/** It cannot be read, or only not at first. */
const refused =
  (name: string, times: number) =>
  (lying: LyingAfter): CriHandlers => {
    let refusals = 0;
    return afterwards('ContainerStatus', ({ status }) => {
      if (!isNamed(name, status?.metadata) || refusals++ >= times) return undefined;
      throw new CriRefusal('UNKNOWN', 'its record is damaged');
    })(lying);
  };

/** What ended during the outage runs until something stops it. */
function runsForEver(name: string, lying: LyingAfter): CriHandlers {
  let isStopped = false;
  const running = { state: 'CONTAINER_RUNNING', exit_code: 0, finished_at: '0', reason: '' } as const;
  const stopping = (rpc: 'StopContainer' | 'StopPodSandbox'): CriHandlers =>
    lyingAbout(rpc, () => {
      isStopped = true;
      return undefined;
    })(lying.truth, lying.tell);
  return {
    ...stopping('StopContainer'),
    ...stopping('StopPodSandbox'),
    ...afterwards('ContainerStatus', ({ status }) =>
      isNamed(name, status?.metadata) && !isStopped ? { status: { ...status, ...running } } : undefined,
    )(lying),
    ...listedContainers((item) =>
      isNamed(name, item.metadata) && !isStopped ? { ...item, state: running.state } : item,
    )(lying),
  };
}

export const restartViewLies: readonly RestartLie[] = [
  {
    name: 'a container that was not started cannot be read any more',
    tell: refused('spare', Infinity),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.preexisting.read'],
    expected: /^ContainerStatus of what is from before the restart: OK$/,
    actual: /^UNKNOWN: its record is damaged$/,
  },
  {
    name: 'the first read of a container fails',
    tell: refused('main', 1),
    scenario: 'daemon.crash-while-idle',
    breaks: ['restart.preexisting.read'],
    expected: /^ContainerStatus of what is from before the restart: OK$/,
    actual: /^UNKNOWN: its record is damaged$/,
  },
  {
    name: 'what ended while nobody was there runs for ever, it says',
    tell: (lying) => runsForEver('fails', lying),
    scenario: 'daemon.exits-while-stopped',
    breaks: ['restart.exit.seen', 'sandbox.status.containers-agree'],
    expected: /^CONTAINER_EXITED within \d+ s$/,
    actual: /^CONTAINER_RUNNING in ListContainers \d+ ms after the daemon came back$/,
    stuck: /^waited \d+ s for container fails to be exited$/,
  },
  {
    name: 'what runs is listed as nobody knows what',
    tell: listedContainers((item) =>
      item.state === 'CONTAINER_RUNNING' ? { ...item, state: 'CONTAINER_UNKNOWN' } : item,
    ),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.container.keeps-running', 'container.start.running-or-exited'],
    expected: /^CONTAINER_RUNNING, 1 processes, as before$/,
    actual: /^CONTAINER_UNKNOWN in ListContainers, 1 processes$/,
  },
  {
    name: 'every sandbox has to be made anew, by the list',
    tell: listedSandboxes((item) => ({ ...item, state: 'SANDBOX_NOTREADY' })),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.sandbox.state-kept', 'sandbox.status.state-forward'],
    expected: /^SANDBOX_READY, as before$/,
    actual: /^SANDBOX_NOTREADY in ListPodSandbox$/,
  },
];
