// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { computePodActions } from '#kubelet/decide/compute-pod-actions.js';
import type { ProbeResults } from '#kubelet/decide/pod-actions.js';
import type { PodStatus } from '#kubelet/decide/pod-status.js';
import type { Pod } from '#pod/pod.js';
import { container, dead, instance, podOf, sandbox, status } from './statuses.js';

interface Expected {
  readonly kill?: boolean;
  readonly create?: boolean;
  readonly init?: readonly string[];
  readonly start?: readonly string[];
  readonly stop?: readonly string[];
}

function decided(pod: Pod, seen: PodStatus, probes?: ProbeResults): Expected {
  const actions = computePodActions(pod, seen, probes);
  return {
    kill: actions.killPod,
    create: actions.createSandbox,
    init: actions.initContainersToStart.map(({ name }) => name),
    start: actions.containersToStart.map(({ name }) => name),
    stop: actions.containersToKill.map(({ container: { name }, reason }) => `${name} ${reason}`),
  };
}

const nothing: Expected = { kill: false, create: false, init: [], start: [], stop: [] };
const fresh: Expected = { ...nothing, kill: true, create: true };
const never = { restartPolicy: 'Never' as const };
const onFailure = { restartPolicy: 'OnFailure' as const };
const sidecar = container('s', { restartPolicy: 'Always' });
const failed = (id: string): ProbeResults => ({ liveness: new Map([[id, 'failure']]), startup: new Map() });

describe('with a new sandbox', () => {
  it.each<[string, Pod, PodStatus, Expected]>([
    [
      'C1 a Never pod that ran is only killed',
      podOf(never),
      status([sandbox(dead)], [instance('a', 0)]),
      { ...nothing, kill: true },
    ],
    ['C1 but not before anything ran', podOf(never), status([sandbox(dead)]), { ...fresh, start: ['a'] }],
    [
      'C2 what is done stays done',
      podOf({ ...onFailure, containers: [container('a'), container('b')] }),
      status([sandbox(dead)], [instance('a', 0), instance('b', 1)]),
      { ...fresh, start: ['b'] },
    ],
    [
      'C3 all done',
      podOf(onFailure),
      status([sandbox(dead)], [instance('a', 0)]),
      { ...nothing, kill: true },
    ],
    [
      'C4 initialization starts over',
      podOf({ initContainers: [container('i'), container('j')] }),
      status([]),
      { ...fresh, init: ['i'] },
    ],
    ['C5 every container', podOf(), status([]), { ...fresh, start: ['a'] }],
  ])('%s', (...[, pod, seen, expected]) => {
    expect(decided(pod, seen)).toEqual(expected);
  });
});

describe('regular containers', () => {
  it.each<[string, Pod, PodStatus, Expected, ProbeResults?]>([
    ['F2 missing', podOf(), status([sandbox()]), { ...nothing, start: ['a'] }],
    ['F2 exited', podOf(), status([sandbox()], [instance('a', 0)]), { ...nothing, start: ['a'] }],
    ['F2 created', podOf(), status([sandbox()], [instance('a', 'created')]), { ...nothing, start: ['a'] }],
    [
      'F3 unknown',
      podOf(),
      status([sandbox()], [instance('a', 'unknown')]),
      { ...nothing, start: ['a'], stop: ['a Unknown'] },
    ],
    [
      'F4 another definition',
      podOf(never),
      status([sandbox()], [instance('a', 'running', { annotations: {} })]),
      { ...nothing, start: ['a'], stop: ['a DefinitionChanged'] },
    ],
    [
      'F5 liveness',
      podOf(),
      status([sandbox()], [instance('a', 'running')]),
      { ...nothing, start: ['a'], stop: ['a LivenessProbe'] },
      failed('a0'),
    ],
    [
      'F5 liveness of a Never pod',
      podOf(never),
      status([sandbox()], [instance('a', 'running')]),
      { ...nothing, kill: true, stop: ['a LivenessProbe'] },
      failed('a0'),
    ],
    ['F8 running', podOf(), status([sandbox()], [instance('a', 'running')]), nothing],
    [
      'G2 nothing left',
      podOf(onFailure),
      status([sandbox()], [instance('a', 0)]),
      { ...nothing, kill: true },
    ],
  ])('%s', (...[, pod, seen, expected, probes]) => {
    expect(decided(pod, seen, probes)).toEqual(expected);
  });
});

describe('init containers', () => {
  const two = { initContainers: [container('i'), container('j')] };
  const withSidecar = { initContainers: [sidecar] };
  it.each<[string, Pod, PodStatus, Expected]>([
    ['first', podOf(two), status([sandbox()]), { ...nothing, init: ['i'] }],
    ['I13 the next', podOf(two), status([sandbox()], [instance('i', 0)]), { ...nothing, init: ['j'] }],
    [
      'I13 the last',
      podOf(two),
      status([sandbox()], [instance('j', 0), instance('i', 0)]),
      { ...nothing, start: ['a'] },
    ],
    ['I5 running', podOf(two), status([sandbox()], [instance('i', 'running')]), nothing],
    ['I4 created', podOf(two), status([sandbox()], [instance('i', 'created')]), { ...nothing, init: ['i'] }],
    [
      'I11 failed for good',
      podOf({ ...two, ...never }),
      status([sandbox()], [instance('i', 1)]),
      { ...nothing, kill: true },
    ],
    ['I12 failed', podOf(two), status([sandbox()], [instance('i', 1)]), { ...nothing, init: ['i'] }],
    [
      'I12 out of memory with code 0',
      podOf(two),
      status([sandbox()], [instance('i', 0, { reason: 'OOMKilled' })]),
      { ...nothing, init: ['i'] },
    ],
    [
      'I16 unknown',
      podOf(two),
      status([sandbox()], [instance('i', 'unknown')]),
      { ...nothing, init: ['i'], stop: ['i Unknown'] },
    ],
    [
      'I9 sidecar runs',
      podOf(withSidecar),
      status([sandbox()], [instance('s', 'running')]),
      { ...nothing, start: ['a'] },
    ],
    [
      'I10 sidecar ended',
      podOf(withSidecar),
      status([sandbox()], [instance('a', 'running'), instance('s', 1)]),
      { ...nothing, init: ['s'] },
    ],
    [
      'I1 sidecar vanished',
      podOf(withSidecar),
      status([sandbox()], [instance('a', 'running')]),
      { ...nothing, init: ['s'] },
    ],
    [
      'I6 sidecar waits for its startup probe',
      podOf({ initContainers: [{ ...sidecar, startupProbe: {} }] }),
      status([sandbox()], [instance('s', 'running')]),
      nothing,
    ],
  ])('%s', (...[, pod, seen, expected]) => {
    expect(decided(pod, seen)).toEqual(expected);
  });
});
