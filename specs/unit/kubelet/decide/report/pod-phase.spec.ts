// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ContainerReport } from '#kubelet/decide/report/container-report.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import { phaseOf, podPhase, type PhaseFacts } from '#kubelet/decide/report/pod-phase.js';
import type { PodPhase } from '#kubelet/decide/report/pod-controller.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { container, instance, podOf, sandbox, status } from '../statuses.js';

const never = { restartPolicy: 'Never' as const };
const onFailure = { restartPolicy: 'OnFailure' as const };
const two = { containers: [container('a'), container('b')] };
const init = { initContainers: [container('i')] };
const sidecar = { initContainers: [container('s', { restartPolicy: 'Always' })] };
const slowSidecar = {
  initContainers: [container('s', { restartPolicy: 'Always', startupProbe: { exec: { command: ['up'] } } })],
};
const ruled = (own: Partial<PodSpec['containers'][number]>): Partial<PodSpec> => ({
  ...never,
  containers: [container('a', own)],
});
const restartOn3 = [{ action: 'Restart' as const, exitCodes: { operator: 'In' as const, values: [3] } }];
const before = (name: string, code: number): ContainerStatus =>
  instance(name, code, { id: `${name}-before` });

describe('the phase', () => {
  it.each<[string, Partial<PodSpec>, ContainerStatus[], PodPhase, PhaseFacts?]>([
    ['nothing yet', {}, [], 'Pending'],
    ['created only', {}, [instance('a', 'created')], 'Pending'],
    ['running', {}, [instance('a', 'running')], 'Running'],
    ['one missing', { ...two, ...never }, [instance('a', 'running')], 'Pending'],
    ['one ended', { ...two, ...never }, [instance('a', 'running'), instance('b', 1)], 'Running'],
    [
      'one created again',
      two,
      [instance('a', 'running'), instance('b', 'created'), before('b', 1)],
      'Running',
    ],
    ['all ended well', { ...two, ...never }, [instance('a', 0), instance('b', 0)], 'Succeeded'],
    ['one ended badly', { ...two, ...never }, [instance('a', 0), instance('b', 2)], 'Failed'],
    ['ended well, to be restarted', {}, [instance('a', 0)], 'Running'],
    ['ended badly, to be restarted', {}, [instance('a', 1)], 'Running'],
    ['on failure: ended well', onFailure, [instance('a', 0)], 'Succeeded'],
    ['on failure: ended badly', onFailure, [instance('a', 1)], 'Running'],
    ['on failure: one of each', { ...two, ...onFailure }, [instance('a', 0), instance('b', 1)], 'Running'],
    ['unknown from the start', {}, [instance('a', 'unknown')], 'Pending'],
    [
      'one waits in its back-off',
      two,
      [instance('a', 'running'), instance('b', 1)],
      'Running',
      {
        problems: [{ reason: 'CrashLoopBackOff', container: 'b', message: '' }],
      },
    ],
    [
      'an image that cannot be pulled',
      {},
      [],
      'Pending',
      {
        problems: [{ reason: 'ErrImagePull', container: 'a', message: '' }],
      },
    ],
    [
      'a container that always comes again',
      ruled({ restartPolicy: 'Always' }),
      [instance('a', 1)],
      'Running',
    ],
    [
      'a rule that says restart',
      ruled({ ...never, restartPolicyRules: restartOn3 }),
      [instance('a', 3)],
      'Running',
    ],
    [
      'a rule about another code',
      ruled({ ...never, restartPolicyRules: restartOn3 }),
      [instance('a', 4)],
      'Failed',
    ],
    [
      'a container that never comes again',
      { containers: [container('a', never)] },
      [instance('a', 0)],
      'Succeeded',
    ],
    ['initializing', init, [instance('i', 'running')], 'Pending'],
    ['initialized, not started', init, [instance('i', 0)], 'Pending'],
    ['initialization fails and goes on', init, [instance('i', 1)], 'Pending'],
    ['initialization failed', { ...init, ...never }, [instance('i', 1)], 'Failed'],
    ['initialization failed on failure', { ...init, ...onFailure }, [instance('i', 1)], 'Pending'],
    ['initialization begins anew', init, [instance('i', 1), instance('a', 1)], 'Running'],
    ['an init container that is gone from a running pod', init, [instance('a', 'running')], 'Running'],
    ['a sidecar runs alone', sidecar, [instance('s', 'running')], 'Pending'],
    ['a sidecar and its container', sidecar, [instance('s', 'running'), instance('a', 'running')], 'Running'],
    [
      'a sidecar that has not started',
      { ...slowSidecar, ...never },
      [instance('s', 'running'), instance('a', 0)],
      'Running',
    ],
    [
      'a sidecar outlives its container',
      { ...sidecar, ...never },
      [instance('s', 'running'), instance('a', 0)],
      'Running',
    ],
    [
      'a sidecar that ended does not count',
      { ...sidecar, ...never },
      [instance('s', 1), instance('a', 0)],
      'Succeeded',
    ],
    [
      'a sidecar that waits for its restart',
      sidecar,
      [instance('s', 'created'), before('s', 1), instance('a', 'running')],
      'Running',
    ],
    ['a sidecar that is gone', sidecar, [instance('a', 'running')], 'Pending'],
    ['ended by us', {}, [instance('a', 137)], 'Failed', { terminal: true }],
    ['ended by us, well', {}, [instance('a', 0)], 'Succeeded', { terminal: true }],
    ['ended before it began', {}, [], 'Failed', { terminal: true }],
    ['ended while initializing', init, [instance('i', 1)], 'Failed', { terminal: true }],
  ])('%s', (...[, spec, containers, phase, facts]) => {
    expect(podPhase(podOf(spec), status([sandbox()], containers), facts)).toBe(phase);
  });

  it('of a sidecar pod that was never in this sandbox', () => {
    const seen = {
      ...status([sandbox()], [instance('s', 'running'), instance('a', 1)]),
      active: new Set(['s0']),
    };
    expect(podPhase(podOf(slowSidecar), seen)).toBe('Pending');
    const probes = { ...noProbeResults, startup: new Map([['s0', 'success' as const]]) };
    expect(podPhase(podOf(slowSidecar), seen, { probes })).toBe('Running');
  });

  it('of a pod from a file stays what it was when it has been ended', () => {
    const annotations = { 'kubernetes.io/config.source': 'file' };
    const pod: Pod = { ...podOf(), metadata: { name: 'p', annotations } };
    expect(podPhase(pod, status([sandbox()], [instance('a', 137)]), { terminal: true })).toBe('Running');
  });

  it('of containers that are lost', () => {
    const running: ContainerReport = {
      name: 'a',
      lastState: {},
      ready: true,
      restartCount: 0,
      image: '',
      imageID: '',
      containerID: 'x://a0',
      state: { running: { startedAt: '' } },
    };
    const facts = { before: { init: [], regular: [running], ephemeral: [] } };
    expect(podPhase(podOf(), status([sandbox()]), facts)).toBe('Running');
    expect(podPhase(podOf(never), status([sandbox()]), facts)).toBe('Failed');
    expect(podPhase(podOf(never), status([sandbox()], [instance('a', 'unknown')]), facts)).toBe('Failed');
  });

  it('of a pod without a report of its container', () => {
    const none = { init: [], regular: [], ephemeral: [] };
    expect(phaseOf(podOf(), none, { initialized: false })).toBe('Pending');
  });
});
