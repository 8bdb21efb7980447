// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { cgroupParent } from '#kubelet/config/sandbox/cgroup-parent.js';
import { oomScoreAdj } from '#kubelet/config/resources/oom-score.js';
import { qosClass } from '#kubelet/config/resources/qos.js';
import {
  containerResources,
  overheadResources,
  sandboxResources,
} from '#kubelet/config/resources/resources.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Container, Pod, PodSpec, Resources } from '#pod/pod.js';
import { recordedNode } from '../../recorded-node.js';

const one = (resources: Resources = {}, more: Partial<Container> = {}): Container => ({
  name: 'a',
  image: 'x',
  resources,
  ...more,
});
const podOf = (spec: Partial<PodSpec>, annotations: Readonly<Record<string, string>> = {}): Pod => ({
  metadata: { name: 'p', annotations },
  spec: { containers: [one()], ...spec },
});
const both = (list: Readonly<Record<string, string | number>>): Resources => ({
  requests: list,
  limits: list,
});
const v2: Partial<NodeFacts> = { cgroupVersion: 'v2' };
const input = (pod: Pod, version = '1.37', facts: Partial<NodeFacts> = {}) =>
  ({ pod, facts: { ...recordedNode, ...facts }, traits: traitsOf(version) }) as const;

describe('the resources of a container', () => {
  it.each<readonly [string, Resources, Partial<PodSpec>, object]>([
    ['nothing asked', {}, {}, { cpu_shares: '2' }],
    ['a request', { requests: { cpu: '1500m' } }, {}, { cpu_shares: '1536' }],
    ['a limit counts as request', { limits: { cpu: '250m' } }, {}, { cpu_shares: '256', cpu_quota: '25000' }],
    ['the smallest quota', { limits: { cpu: '5m' } }, {}, { cpu_shares: '5', cpu_quota: '1000' }],
    ['the largest share', { requests: { cpu: 1000 } }, {}, { cpu_shares: '262144' }],
    ['a request of none', both({ cpu: 0 }), {}, { cpu_shares: '2' }],
    [
      'the limits of the pod, where it has none of its own',
      { limits: { cpu: 1 } },
      { resources: { limits: { cpu: 2, memory: '1Mi' } } },
      { cpu_shares: '1024', cpu_quota: '100000', memory_limit_in_bytes: '1048576' },
    ],
  ])('%s', (...[, resources, spec, expected]) => {
    const found = containerResources(one(resources), input(podOf({ ...spec, containers: [one(resources)] })));
    const { cpu_shares, cpu_quota, memory_limit_in_bytes } = found;
    expect(found.cpu_period).toBe('100000');
    expect({ cpu_shares, cpu_quota, memory_limit_in_bytes }).toEqual(expected);
  });

  it('huge pages: an entry for every size of the node', () => {
    const container = one(both({ 'hugepages-2Mi': '4Mi' }));
    const limits = (version: string): unknown =>
      containerResources(container, input(podOf({ containers: [container] }), version)).hugepage_limits;
    const large = { page_size: '2MB', limit: '4194304' };
    expect(limits('1.37')).toEqual([large, { page_size: '1GB' }]);
    expect(limits('1.22')).toEqual([large, { page_size: '1GB' }]);
    expect(limits('1.20')).toEqual([{ page_size: '1GB' }, large]);
  });

  it.each<readonly [string, Partial<NodeFacts>, object]>([
    ['1.37', {}, { memory_swap_limit_in_bytes: '1048576' }],
    ['1.28', {}, { memory_swap_limit_in_bytes: '1048576' }],
    ['1.27', {}, {}],
    ['1.37', { swapAccounting: false }, {}],
    [
      '1.37',
      v2,
      {
        unified: { 'memory.oom.group': '1', 'memory.swap.max': '0', 'memory.min': '0', 'memory.low': '0' },
      },
    ],
    ['1.36', v2, { unified: { 'memory.oom.group': '1', 'memory.swap.max': '0' } }],
    ['1.28', { ...v2, swapAccounting: false }, { unified: { 'memory.oom.group': '1' } }],
    ['1.27', v2, {}],
  ])('memory beyond the limit, kubelet %s on %j', (version, facts, expected) => {
    const container = one(both({ memory: '1Mi' }));
    const found = containerResources(container, input(podOf({ containers: [container] }), version, facts));
    const { memory_swap_limit_in_bytes, unified } = found;
    expect({ memory_swap_limit_in_bytes, unified }).toEqual(expected);
  });
});

describe('the resources of a sandbox', () => {
  const period = { cpu_period: '100000' };
  it.each<readonly [string, Partial<PodSpec>, object]>([
    ['nothing asked', {}, { ...period, cpu_shares: '2' }],
    [
      'the sum of the containers, sidecars among them',
      {
        initContainers: [one(both({ cpu: '100m' }), { restartPolicy: 'Always' })],
        containers: [one(both({ cpu: '200m' })), one({ limits: { memory: '1Mi' } })],
      },
      { ...period, cpu_shares: '307', cpu_quota: '30000', memory_limit_in_bytes: '1048576' },
    ],
    [
      'the largest step of the initialization',
      { initContainers: [one({ requests: { cpu: 1 } })], containers: [one()] },
      { ...period, cpu_shares: '1024' },
    ],
    [
      'what the pod asks for as a whole',
      { resources: { requests: { cpu: 2 }, limits: { memory: '2Mi' } }, containers: [one(both({ cpu: 1 }))] },
      { ...period, cpu_shares: '2048', cpu_quota: '100000', memory_limit_in_bytes: '2097152' },
    ],
  ])('%s', (_, spec, expected) => {
    expect(sandboxResources(input(podOf(spec)))).toEqual(expected);
  });

  it('ends as a whole with cgroup v2, and so does the overhead', () => {
    const pod = podOf({ overhead: { cpu: '250m', memory: '1Mi' } });
    const unified = { 'memory.oom.group': '1' };
    expect(sandboxResources(input(pod, '1.37', v2))).toMatchObject({ unified });
    expect(overheadResources(input(pod, '1.37', v2))).toEqual({
      ...period,
      unified,
      cpu_shares: '256',
      cpu_quota: '25000',
      memory_limit_in_bytes: '1048576',
    });
    expect(overheadResources(input(pod, '1.27', v2))).not.toHaveProperty('unified');
    expect(overheadResources(input(podOf({})))).toEqual({});
  });
});

describe('oom_score_adj', () => {
  const gib = 2 ** 30;
  const file = { 'kubernetes.io/config.source': 'file' };
  const half = both({ memory: '512Mi' });
  it.each<readonly [string, Pod, string, number]>([
    ['best effort', podOf({}), '1.37', 1000],
    ['guaranteed', podOf({ containers: [one(both({ cpu: 1, memory: 1 }))] }), '1.37', -997],
    ['half of the node', podOf({ containers: [one(half)] }), '1.37', 500],
    ['next to nothing', podOf({ containers: [one({ requests: { memory: 1 } })] }), '1.37', 999],
    ['more than the node has', podOf({ containers: [one({ requests: { memory: '2Gi' } })] }), '1.37', 3],
    ['critical for the node', podOf({ priorityClassName: 'system-node-critical' }), '1.37', -997],
    ['critical for the cluster', podOf({ priorityClassName: 'system-cluster-critical' }), '1.37', 1000],
    ['critical for the cluster', podOf({ priorityClassName: 'system-cluster-critical' }), '1.21', -997],
    ['of that priority', podOf({ priority: 2_000_000_000 }), '1.21', -997],
    ['static', podOf({}, file), '1.21', -997],
    ['static', podOf({}, file), '1.22', 1000],
    [
      'what only the pod asks for is shared',
      podOf({ resources: { requests: { memory: '768Mi' } }, containers: [one(half), one()] }),
      '1.37',
      375,
    ],
  ])('%s: %#', (...[, pod, version, score]) => {
    const [container] = pod.spec.containers as readonly [Container];
    const facts = { pod, container, memoryBytes: gib, traits: traitsOf(version) };
    expect(oomScoreAdj(facts)).toBe(score);
  });

  it('of a sidecar: at least as low as that of the smallest regular container', () => {
    const sidecar = one({}, { restartPolicy: 'Always' });
    const pod = podOf({ initContainers: [sidecar], containers: [one(half)] });
    expect(oomScoreAdj({ pod, container: sidecar, memoryBytes: gib, traits: traitsOf('1.37') })).toBe(500);
  });
});

it.each<readonly [string, Partial<PodSpec>, string]>([
  ['nothing asked', {}, 'BestEffort'],
  ['an empty field for the pod', { resources: {} }, 'BestEffort'],
  ['requests as limits', { containers: [one(both({ cpu: '1', memory: '1Gi' }))] }, 'Guaranteed'],
  [
    'in other words',
    {
      containers: [one({ requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: 1, memory: '1Gi' } })],
    },
    'Guaranteed',
  ],
  ['only one of two', { containers: [one(both({ cpu: 1, memory: 1 })), one()] }, 'Burstable'],
  ['only CPU', { containers: [one(both({ cpu: 1 }))] }, 'Burstable'],
  ['the pod as a whole', { resources: both({ cpu: 1, memory: 1 }) }, 'Guaranteed'],
  ['the pod, not its containers', { resources: { limits: { cpu: 1 } }, containers: [one()] }, 'Burstable'],
])('QoS: %s', (_, spec, qos) => {
  expect(qosClass(podOf(spec))).toBe(qos);
});

it.each([
  ['cgroupfs', {}, '/root/kubepods/besteffort/pod1-2'],
  ['systemd', {}, '/root/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod1_2.slice'],
  ['cgroupfs', { resources: both({ cpu: 1, memory: 1 }) }, '/root/kubepods/pod1-2'],
  ['systemd', { resources: both({ cpu: 1, memory: 1 }) }, '/root/kubepods.slice/kubepods-pod1_2.slice'],
] as const)('the control group, %s, %j', (driver, spec, path) => {
  expect(cgroupParent(podOf(spec), '1-2', { podCgroups: { root: '/root', driver } })).toBe(path);
});

it('without control groups for pods there is no parent', () => {
  expect(cgroupParent(podOf({}), '1', { podCgroups: null })).toBe('');
});
