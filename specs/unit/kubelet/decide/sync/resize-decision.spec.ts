// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { newActuatedResources, type ActuatedResources } from '#kubelet/decide/sync/actuated-resources.js';
import type { ResizeActions } from '#kubelet/decide/sync/pod-actions.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { Container, Pod, Resources } from '#pod/pod.js';
import { decide, summaryOf, nothing } from '../action-summary.js';
import { container, instance, podOf, sandbox, status } from '../statuses.js';

const of = (cpu: string, memory: string): Resources => ({
  requests: { cpu, memory },
  limits: { cpu, memory },
});
const small = of('1', '1Gi');
const large = of('2', '2Gi');
const box = (name: string, resources: Resources, more: Partial<Container> = {}): Container =>
  container(name, { resources, ...more });
const given = (containers: Readonly<Record<string, Resources>>, pod?: Resources): ActuatedResources => ({
  containers: new Map(Object.entries(containers)),
  pod,
});
const running = (...names: readonly string[]): PodStatus =>
  status(
    [sandbox()],
    names.map((name) => instance(name, 'running')),
  );

/** By name, what is queued; + where the pod is looked at, ! where its own resources changed. */
function shown({ memory, cpu, pod, podLevel }: ResizeActions): string {
  const names = (queue: ResizeActions['memory']): string =>
    queue.map(({ container: { name } }) => name).join(',');
  return `memory ${names(memory)} cpu ${names(cpu)}${pod ? ' +' : ''}${podLevel ? ' !' : ''}`;
}

type Row = readonly [string, Pod, PodStatus, ActuatedResources, string];

const idle = 'memory  cpu ';
const restartPolicy = { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] } as const;
const sidecar = { restartPolicy: 'Always' } as const;

describe('what is queued', () => {
  it.each<Row>([
    ['F8 nothing differs', podOf({ containers: [box('a', small)] }), running('a'), given({ a: small }), idle],
    [
      'F8 both',
      podOf({ containers: [box('a', large)] }),
      running('a'),
      given({ a: small }),
      'memory a cpu a',
    ],
    [
      'F8 written otherwise',
      podOf({ containers: [box('a', of('1000m', '1024Mi'))] }),
      running('a'),
      given({ a: small }),
      idle,
    ],
    [
      'F8 only CPU',
      podOf({ containers: [box('a', of('2', '1Gi'))] }),
      running('a'),
      given({ a: small }),
      'memory  cpu a',
    ],
    [
      'F8 only a request',
      podOf({ containers: [box('a', { ...small, requests: { cpu: '1', memory: '512Mi' } })] }),
      running('a'),
      given({ a: small }),
      'memory a cpu ',
    ],
    [
      'F8 nothing known of what it was given',
      podOf({ containers: [box('a', small)] }),
      running('a'),
      given({}),
      'memory a cpu a',
    ],
    [
      'F8 what shrinks first, the last seen before the others',
      podOf({ containers: [box('a', large), box('b', small), box('c', small), box('d', large)] }),
      running('a', 'b', 'c', 'd'),
      given({ a: small, b: large, c: large, d: small }),
      'memory c,b,a,d cpu c,b,a,d',
    ],
    [
      'F8 the limit of the pod counts where there is none',
      podOf({ containers: [box('a', {})], resources: large }),
      running('a'),
      given({ a: {} }, small),
      'memory a cpu a !',
    ],
    [
      'I5 an init container',
      podOf({ initContainers: [box('i', large)] }),
      running('i'),
      given({ i: small }),
      'memory i cpu i',
    ],
    [
      'I9 a sidecar',
      podOf({ initContainers: [box('s', large, sidecar)] }),
      running('a', 's'),
      given({ s: small }),
      'memory s cpu s',
    ],
    [
      'F7 a restart',
      podOf({ containers: [box('a', large, restartPolicy)] }),
      running('a'),
      given({ a: small }),
      `${idle} +`,
    ],
    [
      'G3 of the pod alone',
      podOf({ containers: [box('a', small)], resources: large }),
      running('a'),
      given({ a: small }, small),
      `${idle} !`,
    ],
    [
      'G4 who starts asks for more than before',
      podOf({ containers: [box('a', small), box('b', large)] }),
      running('a'),
      given({ a: small, b: small }),
      `${idle} +`,
    ],
    [
      'G4 or for the same',
      podOf({ containers: [box('a', small), box('b', small)] }),
      running('a'),
      given({ a: small, b: small }),
      idle,
    ],
  ])('%s', (...[, pod, seen, actuated, expected]) => {
    expect(shown(decide(pod, seen, { actuated }).resize)).toBe(expected);
  });

  it.each([
    ['before 1.33', podOf({ containers: [box('a', large)] }), '1.32'],
    [
      'for a pod from a file',
      {
        ...podOf({ containers: [box('a', large)] }),
        metadata: { name: 'p', annotations: { 'kubernetes.io/config.source': 'file' } },
      },
      '1.37',
    ],
  ])('nothing %s', (_, pod, kubelet) => {
    const { resize } = decide(pod, running('a'), { actuated: given({ a: small }, small), kubelet });
    expect(shown(resize)).toBe(idle);
  });
});

describe('F7: a resize that requires a restart', () => {
  it('of a regular container', () => {
    const pod = podOf({ restartPolicy: 'Never', containers: [box('a', large, restartPolicy)] });
    const found = summaryOf(pod, running('a'), { actuated: given({ a: small }) });
    expect(found).toEqual({ ...nothing, start: ['a'], stop: ['a Resize'] });
  });
  it('of a sidecar', () => {
    const pod = podOf({ initContainers: [box('s', large, { ...sidecar, ...restartPolicy })] });
    const found = summaryOf(pod, running('a', 's'), { actuated: given({ s: small }) });
    expect(found).toEqual({ ...nothing, init: ['s'], stop: ['s Resize'] });
  });
  it('not for what the policy does not name', () => {
    const pod = podOf({ containers: [box('a', of('1', '2Gi'), restartPolicy)] });
    expect(summaryOf(pod, running('a'), { actuated: given({ a: small }) })).toEqual(nothing);
  });
});

it('a new pod has been given nothing', () => {
  expect(newActuatedResources()).toEqual({ containers: new Map() });
});
