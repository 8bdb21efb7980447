// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readPod } from '#kubelet/pleg/read-status.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { scriptedCalls, type Script } from '../scripted-calls.js';
import { containerOf, sandboxOf, type ListedObject } from './listed-pod.js';

const ofPod = '{"label_selector":{"io.kubernetes.pod.uid":"u"}}';

function podOf(sandboxes: readonly ListedObject[], containers: readonly ListedObject[]): Script {
  return {
    ListPodSandbox: () => ({ items: sandboxes.map(sandboxOf) }),
    ListContainers: () => ({ containers: containers.map(containerOf) }),
    PodSandboxStatus: ({ pod_sandbox_id: id }) => {
      const found = sandboxes.find((thing) => thing.id === id);
      return found ? { status: sandboxOf(found) } : { refused: 'NOT_FOUND' };
    },
    ContainerStatus: ({ container_id: id }) => {
      const found = containers.find((thing) => thing.id === id);
      return found ? { status: containerOf(found) } : { refused: 'NOT_FOUND' };
    },
  };
}

describe('reading one pod', () => {
  const sandboxes = [
    { id: 's0', at: 1, ready: false },
    { id: 's1', at: 2, attempt: 1, ip: '10.0.0.1' },
  ];
  const containers = [
    { id: 'c0', at: 3, sandbox: 's1' },
    { id: 'c1', at: 5, sandbox: 's1' },
    { id: 'c2', at: 4, sandbox: 's0' },
  ];

  it.each([
    [
      '1.37',
      [
        `ListPodSandbox ${ofPod}`,
        `ListContainers ${ofPod}`,
        'PodSandboxStatus s1',
        'PodSandboxStatus s0',
        'ContainerStatus c1',
        'ContainerStatus c2',
        'ContainerStatus c0',
      ],
    ],
    [
      '1.35',
      [
        `ListPodSandbox ${ofPod}`,
        'PodSandboxStatus s1',
        'PodSandboxStatus s0',
        `ListContainers ${ofPod}`,
        'ContainerStatus c0',
        'ContainerStatus c1',
        'ContainerStatus c2',
      ],
    ],
  ])('%s lists and reads in its own order', async (version, expected) => {
    const { call, made } = scriptedCalls(podOf(sandboxes, containers));
    const status = await readPod({ call, traits: traitsOf(version) }, 'u');
    expect(made).toEqual(expected);
    expect(status?.sandboxes.map(({ id }) => id)).toEqual(['s1', 's0']);
    expect(status?.containers.map(({ id }) => id)).toEqual(['c1', 'c2', 'c0']);
    expect([...(status?.active ?? [])].toSorted()).toEqual(['c0', 'c1']);
    expect(status?.ips).toEqual(['10.0.0.1']);
  });

  it.each([
    ['1.37', ['s1', 's0']],
    ['1.35', ['s1', 's0']],
    ['1.34', ['s0', 's1']],
  ])('%s takes for the newest sandbox: %j', async (version, expected) => {
    const clockWentBack = [
      { id: 's0', at: 9 },
      { id: 's1', at: 2, attempt: 1 },
    ];
    const { call } = scriptedCalls(podOf(clockWentBack, []));
    const status = await readPod({ call, traits: traitsOf(version) }, 'u');
    expect(status?.sandboxes.map(({ id }) => id)).toEqual(expected);
  });

  it.each([
    ['1.23', 'ContainerStatus', 'NOT_FOUND', undefined],
    ['1.23', 'PodSandboxStatus', 'NOT_FOUND', undefined],
    ['1.24', 'ContainerStatus', 'NOT_FOUND', [2, 0]],
    ['1.37', 'PodSandboxStatus', 'NOT_FOUND', [0, 3]],
    ['1.37', 'ContainerStatus', 'UNAVAILABLE', undefined],
    ['1.37', 'ListContainers', 'UNAVAILABLE', undefined],
    ['1.24', 'ListContainers', 'UNAVAILABLE', undefined],
    ['1.37', 'ListPodSandbox', 'UNAVAILABLE', undefined],
  ] as const)('%s: %s refused with %s leaves %j', async (...[version, rpc, refused, expected]) => {
    const { call } = scriptedCalls({ ...podOf(sandboxes, containers), [rpc]: () => ({ refused }) });
    const status = await readPod({ call, traits: traitsOf(version) }, 'u');
    expect(status && [status.sandboxes.length, status.containers.length]).toEqual(expected);
  });

  it.each([
    ['sandbox', { PodSandboxStatus: () => ({}) }],
    ['container', { ContainerStatus: () => ({ status: { id: 'c0' } }) }],
  ] as const)('fails on a %s status that lacks what it must have', async (_, broken) => {
    const { call } = scriptedCalls({ ...podOf(sandboxes, containers), ...broken });
    expect(await readPod({ call, traits: traitsOf('1.37') }, 'u')).toBeUndefined();
  });

  it('believes what comes with the sandbox when events are on', async () => {
    const [, newest = { id: '', at: 0 }] = sandboxes;
    const { call, made } = scriptedCalls({
      ...podOf([newest], containers),
      PodSandboxStatus: () => ({
        status: sandboxOf(newest),
        timestamp: '77',
        containers_statuses: containers.map(containerOf),
      }),
    });
    const status = await readPod({ call, traits: traitsOf('1.37'), evented: true }, 'u');
    expect(status?.containers.map(({ id }) => id)).toEqual(['c1', 'c2', 'c0']);
    expect(made.filter((line) => line.startsWith('ContainerStatus'))).toEqual([]);
  });

  it('ignores what a runtime lists beside the pod', async () => {
    const { call, made } = scriptedCalls({
      ...podOf([], []),
      ListPodSandbox: () => ({ items: [{ id: 'other', metadata: { uid: 'v' } }, { id: 'bare' }] }),
      ListContainers: () => ({ containers: [{ id: 'stray', labels: { 'io.kubernetes.pod.uid': 'u' } }] }),
    });
    expect(await readPod({ call, traits: traitsOf('1.37') }, 'u')).toMatchObject({
      sandboxes: [],
      containers: [],
    });
    expect(made).toHaveLength(2);
  });
});
