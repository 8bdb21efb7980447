// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

/** The exit codes of the attempts, in their order; long enough to be seen running. */
const codes: readonly number[] = [3, 0, 5];

const madeBy = (attempt: number): { readonly container_id: string } => ({
  container_id: `{made:attempt-${attempt}}`,
});

const status = (attempt: number): Step => ({ do: 'call', rpc: 'ContainerStatus', request: madeBy(attempt) });

function requestOf(attempt: number, code: number): Readonly<Record<string, unknown>> {
  const request = containerByHand('job', box('sleep 500ms', `exit ${code}`));
  const config = request['config'] as { readonly labels: object };
  return {
    ...request,
    config: {
      ...config,
      metadata: { name: 'job', attempt },
      labels: { ...config.labels, 'example.test/attempt': `${attempt}`, 'example.test/empty': '' },
      annotations: {
        'example.test/attempt': `${attempt}`,
        'example.test/empty': '',
        'example.test/long': 'x = 1\n'.repeat(500),
      },
    },
  };
}

/** Until it is seen running, and until it is seen to have ended. */
const untilChanged = (attempt: number, by: readonly Step[]): Step => ({
  do: 'call-until-changed',
  rpc: 'ContainerStatus',
  request: madeBy(attempt),
  by,
  withinMs: 15_000,
});

const attempts: readonly Step[] = codes.flatMap((code, attempt): readonly Step[] => [
  { do: 'call', rpc: 'CreateContainer', request: requestOf(attempt, code), as: `attempt-${attempt}` },
  untilChanged(attempt, [{ do: 'call', rpc: 'StartContainer', request: madeBy(attempt) }]),
  untilChanged(attempt, []),
]);

export const containersSeveralAttempts: Scenario = {
  id: 'containers.several-attempts',
  title: 'three attempts of one container end with three different codes, and all of them are kept',
  pod: {
    metadata: { name: 'retried' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...attempts,
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: {
        filter: {
          label_selector: { [podUidLabel]: '{uid}' },
          state: { state: 'CONTAINER_EXITED' },
        },
      },
    },
    ...codes.map((_, attempt) => status(attempt)),
    // The first attempt goes, the others stay as they are.
    { do: 'call', rpc: 'RemoveContainer', request: madeBy(0) },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    ...codes.map((_, attempt) => status(attempt)),
  ],
  exercises: [
    'container.list.agrees-with-status',
    'container.list.state-filter',
    'container.list.stays-until-removed',
    'container.remove.gone',
    'container.status.annotations-unchanged',
    'container.status.exit-code-true',
    'container.status.exit-final',
    'container.status.labels-unchanged',
    'container.status.later-attempt-later',
    'container.status.metadata-unchanged',
    'container.status.times-in-window',
  ],
};
