// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { containerStates, type ReportFacts } from '#kubelet/decide/report/container-states.js';
import { podConditions } from '#kubelet/decide/report/pod-conditions.js';
import { podPhase } from '#kubelet/decide/report/pod-phase.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { container, dead, instance, podOf, sandbox, status } from '../statuses.js';

type ConditionTexts = Readonly<Record<string, string>>;

/** Condition by condition: status, reason, message. */
function said(pod: Pod, seen: PodStatus, facts: ReportFacts = {}): ConditionTexts {
  const reports = containerStates(pod, seen, facts);
  const conditions = podConditions(pod, seen, { reports, phase: podPhase(pod, seen, facts) });
  return Object.fromEntries(
    conditions.map(({ type, status: is, reason, message }) => [
      type,
      [is, reason, message].filter((each) => each !== undefined).join(' | '),
    ]),
  );
}

const exec = { exec: { command: ['x'] } };
const never = { restartPolicy: 'Never' as const };
const two = { containers: [container('a'), container('b')] };
const init = { initContainers: [container('i'), container('j')] };
const sidecar = { initContainers: [container('s', { restartPolicy: 'Always', startupProbe: exec })] };
const unready = (names: string): string =>
  `False | ContainersNotReady | containers with unready status: [${names}]`;

describe('the conditions', () => {
  it('come in the order of the kubelet', () => {
    expect(Object.keys(said(podOf(), status([])))).toEqual([
      'PodReadyToStartContainers',
      'Initialized',
      'Ready',
      'ContainersReady',
      'PodScheduled',
    ]);
  });

  it.each<[string, Partial<PodSpec>, ContainerStatus[], ConditionTexts]>([
    ['begun', {}, [], { Initialized: 'True', Ready: unready('a'), ContainersReady: unready('a') }],
    [
      'running',
      {},
      [instance('a', 'running')],
      { Initialized: 'True', Ready: 'True', ContainersReady: 'True' },
    ],
    ['half running', two, [instance('a', 'running')], { Ready: unready('b'), ContainersReady: unready('b') }],
    ['nothing ready', two, [instance('a', 'created')], { Ready: unready('a b') }],
    ['crashed', {}, [instance('a', 1)], { Ready: unready('a') }],
    [
      'succeeded',
      never,
      [instance('a', 0)],
      {
        Initialized: 'True | PodCompleted',
        Ready: 'False | PodCompleted',
        ContainersReady: 'False | PodCompleted',
      },
    ],
    [
      'failed',
      never,
      [instance('a', 1)],
      { Initialized: 'True', Ready: 'False | PodFailed', ContainersReady: 'False | PodFailed' },
    ],
    [
      'initializing',
      init,
      [instance('i', 0)],
      {
        Initialized: 'False | ContainersNotInitialized | containers with incomplete status: [j]',
        Ready: unready('a'),
      },
    ],
    [
      'not initializing yet',
      init,
      [],
      { Initialized: 'False | ContainersNotInitialized | containers with incomplete status: [i j]' },
    ],
    ['initialized', init, [instance('i', 0), instance('j', 0)], { Initialized: 'True' }],
    [
      'initialization failed for good',
      { ...init, ...never },
      [instance('i', 1)],
      {
        Initialized: 'False | ContainersNotInitialized | containers with incomplete status: [i j]',
        Ready: 'False | PodFailed',
      },
    ],
    [
      'a sidecar is not started',
      sidecar,
      [instance('s', 'running')],
      {
        Initialized: 'False | ContainersNotInitialized | containers with incomplete status: [s]',
        Ready: unready('s a'),
      },
    ],
    [
      'a sidecar restarts under a running pod',
      sidecar,
      [instance('s', 1), instance('a', 'running')],
      { Initialized: 'True', Ready: unready('s') },
    ],
    [
      'a probe has not succeeded',
      { containers: [container('a', { readinessProbe: exec })] },
      [instance('a', 'running')],
      { Initialized: 'True', Ready: unready('a') },
    ],
    [
      'a readiness gate',
      { readinessGates: [{ conditionType: 'x/y' }] },
      [instance('a', 'running')],
      {
        Ready:
          'False | ReadinessGatesNotReady | corresponding condition of pod readiness gate "x/y" does not exist.',
        ContainersReady: 'True',
      },
    ],
  ])('%s', (...[, spec, containers, expected]) => {
    expect(said(podOf(spec), status([sandbox()], containers))).toMatchObject({
      PodReadyToStartContainers: 'True',
      PodScheduled: 'True',
      ...expected,
    });
  });

  it.each<[string, Partial<PodSpec>, PodStatus['sandboxes']]>([
    ['no pod sandbox exists', {}, []],
    ['multiple pod sandboxes are ready and need to be reconciled', {}, [sandbox(), sandbox({ id: 's1' })]],
    ['pod sandbox is not ready', {}, [sandbox(dead)]],
    ['network namespace mode changed and sandbox needs to be recreated', { hostNetwork: true }, [sandbox()]],
    ['pod sandbox has no IP address', {}, [sandbox({ network: {} })]],
  ])('say why no container can start: %s', (message, spec, sandboxes) => {
    const { PodReadyToStartContainers: found } = said(podOf(spec), status(sandboxes));
    expect(found).toBe(`False | ${message}`);
  });

  it('know containers of which nothing was reported', () => {
    const none = { init: [], regular: [], ephemeral: [] };
    const conditions = podConditions(podOf(init), status([sandbox()]), { reports: none, phase: 'Pending' });
    expect(conditions).toMatchObject([
      {},
      { message: 'containers with unknown status: [i j]' },
      { message: 'containers with unknown status: [a]' },
      {},
      {},
    ]);
  });
});
