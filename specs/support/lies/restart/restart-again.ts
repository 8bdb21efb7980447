// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { afterwards, type RestartLie } from './restart-lie.js';

/** Honest until the daemon has come back a second time. */
const afterSecond =
  (tell: (lying: LyingAfter) => CriHandlers) =>
  (lying: LyingAfter): CriHandlers =>
    tell({ ...lying, returns: () => Math.max(0, lying.returns() - 1) });

const scenario = 'daemon.restarted-twice';

export const secondRestartLies: readonly RestartLie[] = [
  {
    name: 'what was started between two restarts has ended after the second, it says',
    tell: afterSecond(
      afterwards('ContainerStatus', ({ status, ...answer }) =>
        status?.metadata?.name === 'between'
          ? {
              ...answer,
              status: {
                ...status,
                state: 'CONTAINER_EXITED',
                exit_code: 255,
                reason: 'Unknown',
                finished_at: String(Date.now() * 1e6),
              },
            }
          : undefined,
      ),
    ),
    scenario,
    breaks: [
      'restart.container.keeps-running',
      'container.status.times-immutable',
      'exec.sync.not-running-refused',
      'sandbox.status.containers-agree',
    ],
    expected: /^CONTAINER_RUNNING, as before$/,
    actual: /^CONTAINER_EXITED with exit_code 255$/,
  },
  {
    name: 'how a container ended is forgotten by the second restart',
    tell: afterSecond(
      afterwards('ContainerStatus', ({ status, ...answer }) =>
        status?.metadata?.name === 'done'
          ? { ...answer, status: { ...status, exit_code: 255, reason: 'Unknown' } }
          : undefined,
      ),
    ),
    scenario,
    breaks: ['restart.exited.data-kept', 'container.status.exit-code-true', 'container.status.exit-final'],
    expected: /^as before: exit_code 3, reason "Error"$/,
    actual: /^exit_code 255, reason "Unknown"$/,
  },
  {
    name: 'a sandbox that was made between two restarts is not listed after the second',
    tell: afterSecond(
      afterwards('ListPodSandbox', ({ items = [] }) => ({
        items: items.filter(({ metadata }) => metadata?.name !== 'apart'),
      })),
    ),
    scenario,
    breaks: ['restart.objects.same-set', 'sandbox.list.filters-find', 'sandbox.run.ready-at-once'],
    expected: /^ListPodSandbox with /,
    actual: /^without sandbox [0-9a-f]{64}/,
  },
  {
    name: 'nothing is executed after the second restart in what was started before it',
    tell: afterSecond(
      afterwards('ExecSync', () => {
        throw new CriRefusal('UNKNOWN', 'no shim of that version');
      }),
    ),
    scenario,
    breaks: ['restart.preexisting.exec', 'exec.sync.exit-code'],
    expected: /./,
    actual: /^UNKNOWN: no shim of that version$/,
  },
];
