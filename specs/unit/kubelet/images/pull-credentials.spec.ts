// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { KubeletContext } from '#kubelet/context/kubelet-context.js';
import { adoptLeftOverPulls } from '#kubelet/images/adopt-left-over-pulls.js';
import { ensureImage } from '#kubelet/images/ensure-image.js';
import type { ClusterObjects, ServiceAccount } from '#pod/cluster-objects.js';
import type { PodSpec } from '#pod/pod.js';
import { PullingNode, syncOf } from './pulling-node.js';
import { dockerConfig, jsonSecret } from './secrets.js';

let node: PullingNode;
beforeEach(() => {
  node = new PullingNode();
});
afterEach(() => node.end());

const image = 'r.io/a:1';
const secrets = ['s1', 's2', 's3'].map((name) => jsonSecret(name, dockerConfig({ 'r.io': name })));
const using = (...names: string[]): Partial<PodSpec> => ({
  imagePullSecrets: names.map((name) => ({ name })),
});
const as = (...users: string[]): string[] => users.map((user) => `PullImage ${image} as ${user}`);
const anonymous = `PullImage ${image}`;
const asked = `ImageStatus ${image}`;

function account(name: string, secret: string): ServiceAccount {
  return { metadata: { name, namespace: 'default' }, imagePullSecrets: [{ name: secret }] };
}

async function outcome(
  ctx: KubeletContext,
  spec: Partial<PodSpec>,
  pullPolicy = 'IfNotPresent',
): Promise<string> {
  const step = await ensureImage(syncOf(ctx, spec), { image, pullPolicy }, {});
  return 'value' in step ? step.value : `${step.problem.reason}: ${step.problem.message}`;
}

const logins: [string, Partial<PodSpec>, Partial<ClusterObjects>, string[]][] = [
  ['none', {}, {}, [anonymous]],
  ['of the pod', using('s2'), {}, as('s2')],
  ['in the order of the pod', using('s2', 's1'), {}, as('s2')],
  ['a missing secret is passed over', using('nosuch', 's1', ''), {}, as('s1')],
  ['of the service account', {}, { serviceAccounts: [account('default', 's1')] }, as('s1')],
  ['of the named one', { serviceAccountName: 'x' }, { serviceAccounts: [account('x', 's2')] }, as('s2')],
  ['the pod goes first', using('s1'), { serviceAccounts: [account('default', 's2')] }, as('s1')],
  [
    'none for this registry',
    using('q'),
    { secrets: [jsonSecret('q', dockerConfig({ 'q.io': 'u' }))] },
    [anonymous],
  ],
];

describe('the login of a pull', () => {
  it.each(logins)('%s', async (...[, spec, objects, said]) => {
    await outcome(node.ctx('1.37', { secrets, ...objects }), spec);
    expect(node.said).toEqual([asked, ...said, asked]);
  });
  it('is a user name and a password, and nothing else', async () => {
    await outcome(node.ctx('1.37', { secrets }), using('s1'));
    expect(node.calls[1]?.request).toMatchObject({ auth: { username: 's1', password: 's1' } });
  });
  it('of an unreadable secret fails the pull without a call', async () => {
    const ctx = node.ctx('1.37', { secrets: [jsonSecret('s1', [])] });
    expect(await outcome(ctx, using('s1'), 'Always')).toMatch(/^ErrImagePull: the pull secret/);
    expect(node.said).toEqual([]);
  });
  it('that is missing is noted', async () => {
    await outcome(node.ctx(), using('nosuch'));
    expect(node.notes).toEqual(['pull secret is missing']);
  });
});

describe('several logins', () => {
  it('are tried until one works', async () => {
    node.pull = ({ auth }) => (auth?.username === 's2' ? undefined : { code: 'UNKNOWN', message: 'denied' });
    await outcome(node.ctx('1.37', { secrets }), using('s1', 's2', 's3'));
    expect(node.said).toEqual([asked, ...as('s1', 's2'), asked]);
  });
  it.each([
    ['all say the same', () => 'denied', 'ErrImagePull: denied'],
    ['they differ', (user: string) => `denied ${user}`, 'ErrImagePull: [denied s1, denied s2]'],
    ['the same and known', () => 'RegistryUnavailable', /^RegistryUnavailable: image pull failed/],
    ['known but different', (user: string) => `RegistryUnavailable ${user}`, /^ErrImagePull/],
  ])('that all fail are one failure: %s', async (_, message, expected) => {
    node.pull = ({ auth }) => ({ code: 'UNKNOWN', message: message(auth?.username ?? '') });
    const ctx = node.ctx('1.37', { secrets });
    const result = await outcome(ctx, using('s1', 's2'));
    expect(result).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    node.nowMs = 9_999;
    expect(await outcome(ctx, using('s1', 's2'))).toMatch(/^ImagePullBackOff/);
    node.nowMs = 10_000;
    node.pull = () => undefined;
    expect(await outcome(ctx, using('s1', 's2'))).toBe(`sha256:${image}`);
  });
});

const second = [asked];
const pulledAgain = (...said: string[]): string[] => [asked, ...said, asked];
const verification: [string, Partial<PodSpec> | undefined, Partial<PodSpec>, string, string[], string][] = [
  ['pulled by nobody that is known', undefined, {}, 'IfNotPresent', second, ''],
  ['pulled without a login', {}, using('s1'), 'IfNotPresent', second, ''],
  ['the same secret', using('s1'), using('s1'), 'IfNotPresent', second, ''],
  ['another secret with the same login', using('s1'), using('copy'), 'IfNotPresent', second, ''],
  ['another login', using('s1'), using('s2'), 'IfNotPresent', pulledAgain(...as('s2')), ''],
  ['no login', using('s1'), {}, 'IfNotPresent', pulledAgain(anonymous), ''],
  ['no login, Never', using('s1'), {}, 'Never', second, 'ErrImageNeverPull'],
  ['the same secret, Never', using('s1'), using('s1'), 'Never', second, ''],
];

describe('an image that is there', () => {
  const copy = { ...jsonSecret('copy', dockerConfig({ 'r.io': 's1' })) };
  it.each(verification)('%s', async (...[, first, then, policy, said, problem]) => {
    node.present.add(first ? '' : image);
    if (first) await outcome(node.ctx('1.37', { secrets }), first);
    node.calls.length = 0;
    const result = await outcome(node.ctx('1.37', { secrets: [...secrets, copy] }), then, policy);
    expect([node.said, result.split(':')[0]]).toEqual([said, problem === '' ? 'sha256' : problem]);
  });
  it('is free for all in kubelets before 1.35', async () => {
    await outcome(node.ctx('1.34', { secrets }), using('s1'));
    node.calls.length = 0;
    await outcome(node.ctx('1.34', { secrets }), {});
    expect(node.said).toEqual(second);
  });
  it('stays usable with a login that once worked', async () => {
    const ctx = node.ctx('1.37', { secrets });
    for (const spec of [using('s1'), using('s2')]) await outcome(ctx, spec);
    node.calls.length = 0;
    for (const spec of [using('s1'), using('s2'), using('s2', 's3')]) await outcome(ctx, spec);
    expect(node.said).toEqual([asked, asked, asked]);
  });
  it('is free for all once it was pulled without a login', async () => {
    const ctx = node.ctx('1.37', { secrets });
    for (const spec of [using('s1'), {}]) await outcome(ctx, spec);
    node.calls.length = 0;
    await outcome(ctx, using('s3'));
    expect(node.said).toEqual(second);
  });
  it('stays usable with a secret whose login changed', async () => {
    await outcome(node.ctx('1.37', { secrets }), using('s1'));
    node.calls.length = 0;
    const changed = jsonSecret('s1', dockerConfig({ 'r.io': 'new' }));
    await outcome(node.ctx('1.37', { secrets: [changed] }), using('s1'));
    await outcome(
      node.ctx('1.37', { secrets: [jsonSecret('other', dockerConfig({ 'r.io': 'new' }))] }),
      using('other'),
    );
    expect(node.said).toEqual([asked, asked]);
  });
});

describe('a kubelet that was killed while it pulled', () => {
  it('lists the images, and verifies the next use of that one', async () => {
    const before = node.ctx('1.37', { secrets });
    await before.pulls.records.begin(image);
    node.present.add(image);
    const after = node.ctx('1.37', { secrets });
    await adoptLeftOverPulls(after);
    await adoptLeftOverPulls(after);
    await outcome(after, {});
    expect(node.said).toEqual(['ListImages', asked, anonymous, asked]);
  });
  it('asks nothing where no pull was left', async () => {
    const before = node.ctx('1.37', { secrets });
    await outcome(before, {});
    node.pull = () => ({ code: 'UNKNOWN', message: 'no' });
    await outcome(before, {}, 'Always');
    node.calls.length = 0;
    await adoptLeftOverPulls(node.ctx());
    expect(node.said).toEqual([]);
  });
});
