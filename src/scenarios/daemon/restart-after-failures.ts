// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { box } from '#guest/box.js';
import { call } from '../call.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';
import type { Step } from '../step.js';

const configOf = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  request['config'] as Readonly<Record<string, unknown>>;

const spare = containerByHand('spare', box('wait'));
const again = sandboxByHand('again');
const withoutImage = {
  ...spare,
  config: { ...configOf(spare), image: { image: `registry.test/${madeUpIdPrefix}image:1` } },
};

/** Found out late: the network of the sandbox is there already. */
const impossible = {
  config: { ...configOf(again), linux: { sysctls: { [`net.${madeUpIdPrefix}sysctl`]: '1' } } },
};

const typo = { container_id: '{made:typo}' };
const brief = { container_id: '{made:brief}' };

const reads: readonly Step[] = [
  ...snapshot(['{container:main}', '{made:spare}']),
  call('PodSandboxStatus', { pod_sandbox_id: '{made:again}' }),
];

export const daemonRestartAfterFailures: Scenario = {
  id: 'daemon.restart-after-failures',
  title: 'the runtime is restarted after creations, a start and a removal that failed',
  needs: ['daemon-restart'],
  pod: {
    metadata: { name: 'battered' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    call('CreateContainer', withoutImage),
    call('CreateContainer', spare, 'spare'),
    call('RunPodSandbox', impossible),
    call('ListPodSandbox', {}),
    call('RunPodSandbox', again, 'again'),
    // Removed while it starts, if that is possible, and after that.
    call('CreateContainer', containerByHand('brief', box('wait')), 'brief'),
    { do: 'call', rpc: 'StartContainer', request: brief, together: true },
    call('RemoveContainer', brief),
    { do: 'wait-for-calls', rpc: 'StartContainer', ended: 'any', count: 2 },
    call('RemoveContainer', brief),
    call('CreateContainer', containerByHand('typo', [`/${madeUpIdPrefix}program`]), 'typo'),
    call('StartContainer', typo),
    ...reads,
    { do: 'restart-daemon' },
    ...reads,
    call('StopContainer', { ...typo, timeout: '2' }),
    call('RemoveContainer', typo),
    call('StopPodSandbox', { pod_sandbox_id: '{made:again}' }),
    call('RemovePodSandbox', { pod_sandbox_id: '{made:again}' }),
  ],
  exercises: [
    'restart.container.unchanged',
    'restart.objects.same-set',
    'restart.preexisting.read',
    'restart.preexisting.remove',
    'restart.runtime.ready-again',
    'restart.sandbox.unchanged',
    'sandbox.list.nothing-unknown',
  ],
};
