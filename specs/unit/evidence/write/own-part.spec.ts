// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { podUidLabel } from '#base/pod-labels.js';
import type { CriMethod } from '#cri/methods.js';
import { ownPart, type OwnPart } from '#evidence/write/own-part.js';
import type { Ours } from '#evidence/ours.js';

const ours: Ours = {
  isOurs: ({ id, uid, names = [] }) =>
    ['our-pod', 'our-container', 'our-image'].includes(id ?? '') ||
    uid === 'our-uid' ||
    names.some((name) => name.startsWith('own/')),
};
const secret = 'SECRET-OF-OTHERS';
const theirs = { labels: { [podUidLabel]: 'their-uid', a: secret }, annotations: { b: secret } };
const metadata = { name: secret, uid: 'their-uid' };

const part = (rpc: CriMethod, message: object, request: object = {}): OwnPart =>
  ownPart(ours, { rpc, request: request as never }, message as never);

const sandbox = { id: 'their-pod', metadata, state: 'SANDBOX_NOTREADY', ...theirs };
const container = {
  id: 'their-container',
  pod_sandbox_id: 'their-pod',
  metadata,
  state: 'CONTAINER_EXITED',
  image: { image: secret },
  log_path: secret,
  mounts: [{ host_path: secret }],
  ...theirs,
};
const containerStats = { attributes: { id: 'their-container', metadata, ...theirs } };
const sandboxStats = { attributes: { id: 'their-pod', metadata, ...theirs } };
const metrics = { pod_sandbox_id: 'their-pod', metrics: [{ label_values: [secret] }] };
const image = { id: 'their-image', repo_tags: [secret], pinned: true, spec: { annotations: { a: secret } } };

const lists: readonly (readonly [CriMethod, string, object, object])[] = [
  ['ListPodSandbox', 'items', sandbox, { id: 'our-pod' }],
  ['StreamPodSandboxes', 'pod_sandboxes', sandbox, { id: 'x', metadata: { uid: 'our-uid' } }],
  ['ListContainers', 'containers', container, { id: 'our-container' }],
  ['StreamContainers', 'containers', container, { id: 'x', labels: { [podUidLabel]: 'our-uid' } }],
  ['ListContainers', 'containers', container, { id: 'x', pod_sandbox_id: 'our-pod' }],
  ['ListContainerStats', 'stats', containerStats, { attributes: { id: 'our-container' } }],
  ['StreamContainerStats', 'container_stats', containerStats, { attributes: { id: 'our-container' } }],
  ['ListPodSandboxStats', 'stats', sandboxStats, { attributes: { metadata: { uid: 'our-uid' } } }],
  ['StreamPodSandboxStats', 'pod_sandbox_stats', sandboxStats, { attributes: { id: 'our-pod' } }],
  ['ListPodSandboxMetrics', 'pod_metrics', metrics, { pod_sandbox_id: 'our-pod' }],
  ['StreamPodSandboxMetrics', 'pod_sandbox_metrics', metrics, { pod_sandbox_id: 'our-pod' }],
  ['ListImages', 'images', image, { id: 'x', repo_tags: ['own/box:1'] }],
  ['StreamImages', 'images', image, { id: 'our-image' }],
];

const ownStats = { attributes: { id: 'our-container' } };
const ownMetrics = { container_id: 'our-container' };
const theirMetrics = { container_id: 'their-container', metrics: [{ label_values: [secret] }] };
const inOurPod = (containers: readonly object[]): object => ({
  attributes: { id: 'our-pod' },
  linux: { cpu: { timestamp: '1' }, containers },
});
const ofOurPod = (containers: readonly object[]): object => ({
  pod_sandbox_id: 'our-pod',
  container_metrics: containers,
});

it.each([
  ['PodSandboxStats', (pod: object) => ({ stats: pod }), inOurPod, ownStats, containerStats],
  ['ListPodSandboxStats', (pod: object) => ({ stats: [pod] }), inOurPod, ownStats, containerStats],
  ['ListPodSandboxMetrics', (pod: object) => ({ pod_metrics: [pod] }), ofOurPod, ownMetrics, theirMetrics],
] as const)('%s: of others among the containers of our pod stays that they were there', (...given) => {
  const [rpc, answer, pod, own, foreign] = given;
  const cut = part(rpc, answer(pod([own, foreign])), { pod_sandbox_id: 'our-pod' });
  expect(cut.message).toEqual(answer(pod([own])));
  expect(cut.others).toEqual([{ id: 'their-container', state: '', why: 'not-asked-for' }]);
  expect(cut.isWhole).toBe(false);
});

describe('lists', () => {
  it.each(lists)('%s: of others in %s stays that they were there', (...given) => {
    const [rpc, field, foreign, own] = given;
    const cut = part(rpc, { [field]: [foreign, own] });
    expect(cut.message).toEqual({ [field]: [own] });
    expect(cut.others.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^their-(pod|container|image)$/) as unknown,
    ]);
    expect(JSON.stringify(cut)).not.toContain(secret);
    expect(cut.isWhole).toBe(false);
  });

  it.each(lists)('%s: an answer about ours alone is kept as it is: %s', (...given) => {
    const [rpc, field, , own] = given;
    const answer = { [field]: [own] };
    expect(part(rpc, answer)).toEqual({ message: answer, others: [], moreOthers: 0, isWhole: true });
    expect(part(rpc, {}).isWhole).toBe(true);
  });

  it('say what of a filter another object does not fit', () => {
    const whyOf = (filter: object, item: object = sandbox): unknown =>
      part('ListPodSandbox', { items: [item] }, { filter }).others[0]?.why;
    expect(whyOf({})).toBe('listed');
    expect(whyOf({ id: 'our-pod' })).toBe('not-asked-for');
    expect(whyOf({ label_selector: { [podUidLabel]: 'our-uid' } })).toBe('not-asked-for');
    expect(whyOf({ label_selector: { [podUidLabel]: 'their-uid' } })).toBe('listed');
    expect(whyOf({ state: {} })).toBe('other-state');
    expect(whyOf({ state: { state: 'SANDBOX_NOTREADY' } })).toBe('listed');
    expect(whyOf({}, { id: 'their-pod' })).toBe('incomplete');
  });

  it('of very many others keep some, the odd ones first, and the count', () => {
    const items = [...Array<object>(500).fill(sandbox), { id: 'odd' }];
    const { others, moreOthers } = part('ListPodSandbox', { items });
    expect([others.length, moreOthers, others[0]?.id]).toEqual([200, 301, 'odd']);
  });
});

describe('answers about one object', () => {
  it.each<readonly [CriMethod, string, object, object]>([
    ['PodSandboxStatus', 'status', sandbox, { id: 'their-pod', state: 'SANDBOX_NOTREADY' }],
    ['ContainerStatus', 'status', container, { id: 'their-container', state: 'CONTAINER_EXITED' }],
    ['ContainerStats', 'stats', containerStats, { attributes: { id: 'their-container' } }],
    ['PodSandboxStats', 'stats', sandboxStats, { attributes: { id: 'their-pod' } }],
    ['ImageStatus', 'image', image, { id: 'their-image' }],
  ])('%s: of one of others the id and the state stay', (...given) => {
    const [rpc, field, foreign, left] = given;
    const cut = part(rpc, { [field]: foreign }, { container_id: 'our-container' });
    expect(cut.message).toEqual({ [field]: left });
    expect(cut.others).toMatchObject([{ why: 'not-asked-for' }]);
    expect(cut.isWhole).toBe(false);
  });

  it('one that says nothing of itself is the one we asked for', () => {
    const status = { metadata: {}, image: {} };
    const cut = part('ContainerStatus', { status }, { container_id: 'our-container' });
    expect(cut).toMatchObject({ message: { status }, others: [], isWhole: true });
    expect(part('ContainerStatus', { status }, { container_id: 'x' }).others).toHaveLength(1);
  });

  it('an image is ours by the name we asked for', () => {
    const request = { image: { image: 'own/box:1' } };
    expect(part('ImageStatus', { image }, request).others).toEqual([]);
  });

  it('containers of others are taken out of the status of our sandbox', () => {
    const answer = { status: { id: 'our-pod' }, containers_statuses: [container, { id: 'our-container' }] };
    const cut = part('PodSandboxStatus', answer, { pod_sandbox_id: 'our-pod' });
    expect(cut.message).toEqual({
      status: { id: 'our-pod' },
      containers_statuses: [{ id: 'our-container' }],
    });
  });
});

describe('events', () => {
  const event = { container_id: 'c', container_event_type: 'CONTAINER_STARTED_EVENT', created_at: '1' };
  it('of others stay with id and type', () => {
    const cut = part('GetContainerEvents', {
      ...event,
      pod_sandbox_status: sandbox,
      containers_statuses: [container],
    });
    expect(cut.message).toEqual({ container_id: 'c', container_event_type: 'CONTAINER_STARTED_EVENT' });
    expect(cut.others).toEqual([{ id: 'c', state: 'CONTAINER_STARTED_EVENT', why: 'watched' }]);
    expect(cut.isWhole).toBe(false);
  });

  it('of ours stay whole, also before we know the id', () => {
    const whole = { ...event, pod_sandbox_status: { id: 'p', metadata: { uid: 'our-uid' } } };
    expect(part('GetContainerEvents', whole)).toMatchObject({ message: whole, isWhole: true });
    const known = { ...event, container_id: 'our-container' };
    expect(part('GetContainerEvents', known)).toMatchObject({ message: known, isWhole: true });
  });

  it('of ours bring nothing of others along', () => {
    const mixed = { ...event, container_id: 'our-container', pod_sandbox_status: sandbox };
    expect(JSON.stringify(part('GetContainerEvents', mixed))).not.toContain(secret);
  });
});

describe('verbose answers', () => {
  const config = {
    registry: { auth: { password: secret } },
    containerd: {
      defaultRuntimeName: 'runc',
      runtimes: { runc: { options: { SystemdCgroup: true, BinaryName: secret }, env: [secret] } },
    },
  };

  it('of the runtime keep what tells the cgroup driver', () => {
    const answer = { status: {}, info: { config: JSON.stringify(config), golang: secret } };
    const cut = ownPart(undefined, { rpc: 'Status', request: { verbose: true } }, answer);
    expect(JSON.stringify(cut)).not.toContain(secret);
    expect(cut.isWhole).toBe(false);
    const { info } = cut.message as { info: { config: string } };
    expect(JSON.parse(info.config)).toEqual({
      containerd: { defaultRuntimeName: 'runc', runtimes: { runc: { options: { SystemdCgroup: true } } } },
    });
  });

  it('of the runtime keep nothing of a configuration that cannot be read', () => {
    const answer = { info: { config: secret } };
    expect(JSON.stringify(part('Status', answer))).not.toContain(secret);
  });

  it('of objects keep none of it', () => {
    const answer = { status: { id: 'our-container' }, info: { info: JSON.stringify({ env: [secret] }) } };
    const cut = part('ContainerStatus', answer, { container_id: 'our-container' });
    expect(cut).toMatchObject({ message: { status: { id: 'our-container' } }, isWhole: false });
    expect(cut.message).not.toHaveProperty('info');
  });
});
