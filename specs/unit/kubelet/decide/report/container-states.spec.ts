// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ContainerReport } from '#kubelet/decide/report/container-report.js';
import { containerStates, type ReportFacts } from '#kubelet/decide/report/container-states.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import { container, instance, podOf, sandbox, status } from '../statuses.js';

const at = (second: number): string => `${1_700_000_000 + second}123456789`;
const running = { running: { startedAt: '2023-11-14T22:13:20Z' } };
const restarted = { 'io.kubernetes.container.restartCount': '4' };
const known: Partial<ContainerStatus> = {
  started_at: at(0),
  finished_at: at(5),
  annotations: restarted,
  image: { image: 'box:1' },
  image_ref: 'sha256:1',
};
const was = (state: ContainerReport['state'], more: Partial<ContainerReport> = {}): ContainerReport => ({
  name: 'a',
  lastState: {},
  ready: true,
  started: true,
  restartCount: 4,
  image: 'box:1',
  imageID: 'sha256:1',
  containerID: 'rt://a0',
  state,
  ...more,
});
const before = (report: ContainerReport): ReportFacts => ({
  before: { init: [], regular: [report], ephemeral: [] },
});
const lost = expect.objectContaining({ exitCode: 137, reason: 'ContainerStatusUnknown' });
const problem = { reason: 'CrashLoopBackOff', container: 'a', message: 'wait' };
const exited = {
  exitCode: 3,
  startedAt: '2023-11-14T22:13:20Z',
  finishedAt: '2023-11-14T22:13:25Z',
  containerID: 'rt://a0',
};

function reported(
  spec: Partial<PodSpec>,
  containers: readonly ContainerStatus[],
  facts: ReportFacts = {},
): ReturnType<typeof containerStates> {
  return containerStates(podOf(spec), status([sandbox()], containers), { runtimeName: 'rt', ...facts });
}

describe('what the API shows of a container', () => {
  it.each<[string, ContainerStatus[], Partial<ContainerReport>, ReportFacts?]>([
    [
      'that is still to come',
      [],
      {
        state: { waiting: { reason: 'ContainerCreating' } },
        lastState: {},
        ready: false,
        started: false,
        restartCount: 0,
        image: 'box:1',
        imageID: '',
        containerID: '',
      },
    ],
    [
      'that runs',
      [instance('a', 'running', known)],
      {
        state: running,
        lastState: {},
        ready: true,
        started: true,
        restartCount: 4,
        image: 'box:1',
        imageID: 'sha256:1',
        containerID: 'rt://a0',
      },
    ],
    ['that is created', [instance('a', 'created')], { state: { waiting: {} }, ready: false, started: false }],
    ['in a state nobody knows', [instance('a', 'unknown')], { state: { waiting: {} } }],
    [
      'in a state nobody knows, which ran',
      [instance('a', 'unknown', known)],
      { state: { terminated: lost as never }, restartCount: 5 },
      before(was(running)),
    ],
    ['that ended', [instance('a', 3, known)], { state: { terminated: exited }, ready: false }],
    [
      'that ended with words of the runtime and its own',
      [instance('a', 3, { ...known, reason: 'OOMKilled', message: 'killed' })],
      { state: { terminated: { ...exited, reason: 'OOMKilled', message: 'killed: bye' } } },
      { terminationMessages: new Map([['a0', 'bye']]) },
    ],
    [
      'that runs again',
      [
        instance('a', 'running', { ...known, id: 'a1' }),
        instance('a', 3, known),
        instance('a', 9, { id: 'x' }),
      ],
      { state: running, lastState: { terminated: exited }, containerID: 'rt://a1' },
    ],
    [
      'that waits in its back-off',
      [instance('a', 3, known)],
      {
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'wait' } },
        lastState: { terminated: exited },
        containerID: 'rt://a0',
      },
      { problems: [problem] },
    ],
    [
      'that waits for its image',
      [],
      { state: { waiting: { reason: 'ErrImagePull', message: 'no' } }, lastState: {} },
      { problems: [{ reason: 'ErrImagePull', container: 'a', message: 'no' }] },
    ],
    [
      'that runs, whatever went wrong before',
      [instance('a', 'running', known)],
      { state: running },
      { problems: [problem] },
    ],
    [
      'whose neighbour has a problem',
      [instance('a', 3, known)],
      { state: { terminated: exited } },
      { problems: [{ ...problem, container: 'b' }] },
    ],
    [
      'that could not be killed',
      [instance('a', 3, known)],
      { state: { terminated: exited } },
      { problems: [{ ...problem, reason: 'KillContainerError' }] },
    ],
    [
      'that is lost',
      [],
      {
        state: { waiting: { reason: 'ContainerCreating' } },
        lastState: { terminated: lost as never },
        restartCount: 5,
      },
      before(was(running)),
    ],
    [
      'that ended and was removed',
      [],
      { state: { terminated: exited } },
      before(was({ terminated: exited })),
    ],
    [
      'whose last end was removed',
      [instance('a', 'running', { ...known, id: 'a1' })],
      { state: running, lastState: { terminated: exited } },
      before(was({ terminated: exited })),
    ],
    ['that waited and still does', [], { restartCount: 4, lastState: {} }, before(was({ waiting: {} }))],
  ])('%s', (...[, containers, expected, facts]) => {
    expect(reported({}, containers, facts).regular).toMatchObject([{ name: 'a', ...expected }]);
  });

  it('that is lost while its pod is deleted does not restart', () => {
    const pod: Pod = { ...podOf(), metadata: { name: 'p', deletionTimestamp: 'now' } };
    const { regular } = containerStates(pod, status([]), before(was(running)));
    expect(regular).toMatchObject([{ restartCount: 4, lastState: { terminated: lost } }]);
  });

  it('that never comes again keeps its end', () => {
    const { regular } = reported({ restartPolicy: 'Never' }, [instance('a', 3, known)], {
      problems: [problem],
    });
    expect(regular).toMatchObject([{ state: { terminated: exited }, lastState: {} }]);
  });
});

describe('of an init container', () => {
  const spec = { initContainers: [container('i')] };
  const sidecar = { initContainers: [container('i', { restartPolicy: 'Always' })] };
  it.each<[string, Partial<PodSpec>, ContainerStatus[], Partial<ContainerReport>, ReportFacts?]>([
    ['to come', spec, [], { state: { waiting: { reason: 'PodInitializing' } }, ready: false }],
    ['done', spec, [instance('i', 0)], { ready: true }],
    ['failed', spec, [instance('i', 1)], { ready: false }],
    ['running', spec, [instance('i', 'running')], { ready: false }],
    [
      'gone from a pod that is past it',
      spec,
      [instance('a', 'running')],
      {
        state: { terminated: expect.objectContaining({ exitCode: 0, reason: 'Completed' }) as never },
        ready: true,
      },
      { problems: [{ ...problem, container: 'i' }] },
    ],
    [
      'done, with a problem of before',
      spec,
      [instance('i', 0)],
      { ready: true },
      { problems: [{ ...problem, container: 'i' }] },
    ],
    [
      'failed, and waiting',
      spec,
      [instance('i', 1)],
      { state: { waiting: { reason: 'CrashLoopBackOff', message: 'wait' } }, ready: false },
      { problems: [{ ...problem, container: 'i' }] },
    ],
    ['a sidecar that runs', sidecar, [instance('i', 'running')], { started: true, ready: true }],
    ['a sidecar that ended', sidecar, [instance('i', 0)], { started: false, ready: false }],
    [
      'a sidecar that is gone',
      sidecar,
      [instance('a', 'running')],
      { state: { waiting: { reason: 'PodInitializing' } }, ready: false },
    ],
  ])('%s', (...[, more, containers, expected, facts]) => {
    expect(reported(more, containers, facts).init).toMatchObject([{ name: 'i', ...expected }]);
  });

  it('nothing is said about its start', () => {
    expect(reported(spec, [instance('i', 0)]).init[0]).not.toHaveProperty('started');
  });
});

describe('with probes', () => {
  const exec = { exec: { command: ['x'] } };
  const results = (
    kind: 'startup' | 'readiness',
    result: 'success' | 'failure' | 'unknown',
  ): ReportFacts => ({
    probes: { ...noProbeResults, [kind]: new Map([['a0', result]]) },
  });
  it.each<[string, Partial<Container>, ReportFacts, boolean, boolean]>([
    ['not asked yet', { readinessProbe: exec }, {}, true, false],
    ['not ready', { readinessProbe: exec }, results('readiness', 'failure'), true, false],
    ['ready', { readinessProbe: exec }, results('readiness', 'success'), true, true],
    ['not started', { startupProbe: exec }, results('startup', 'unknown'), false, false],
    ['started', { startupProbe: exec }, results('startup', 'success'), true, true],
    [
      'ready before its start',
      { startupProbe: exec, readinessProbe: exec },
      results('readiness', 'success'),
      false,
      false,
    ],
    ['liveness says nothing about it', { livenessProbe: exec }, {}, true, true],
  ])('%s', (...[, own, facts, started, ready]) => {
    const spec = { containers: [container('a', own)] };
    expect(reported(spec, [instance('a', 'running')], facts).regular).toMatchObject([{ started, ready }]);
  });
});

it('ephemeral containers are shown apart', () => {
  const { ephemeral } = reported({ ephemeralContainers: [container('e')] }, [
    instance('e', 'running', known),
  ]);
  expect(ephemeral).toMatchObject([{ name: 'e', state: running }]);
});
