// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { crashBackOff } from '#kubelet/sync/crash-back-off.js';
import type { KubeletContext } from '#kubelet/context/kubelet-context.js';
import type { Container } from '#pod/pod.js';
import { container, instance, status } from '../decide/statuses.js';
import { PullingNode, syncOf } from '../images/pulling-node.js';

let node: PullingNode;
beforeEach(() => {
  node = new PullingNode();
});
afterEach(() => node.end());

/** Seconds until it may start; undefined: now. */
function waits(
  ctx: KubeletContext,
  instances: readonly ContainerStatus[],
  wanted: Container = container('a'),
) {
  const problem = crashBackOff({ ...syncOf(ctx), status: status([], instances) }, wanted);
  return problem && (problem.retryMs ?? Number.NaN) / 1000;
}

const ended = (seconds: number): ContainerStatus =>
  instance('a', 1, { finished_at: String(BigInt(seconds) * 1_000_000_000n) });

it('lets the first start after a crash pass, then waits 10, 20, 40 … 300 s after each end', () => {
  const ctx = node.ctx();
  const found = [10, 20, 40, 80, 160, 300, 300].map((window) => {
    const end = node.nowMs / 1000 + 1;
    node.nowMs = end * 1000;
    const started = window === 10 ? [waits(ctx, [ended(end)])] : [];
    const left = waits(ctx, [ended(end)]);
    node.nowMs += window * 1000;
    return [...started, left, waits(ctx, [ended(end)])];
  });
  expect(found).toEqual([
    [undefined, 10, undefined],
    ...[20, 40, 80, 160, 300, 300].map((s) => [s, undefined]),
  ]);
});

it.each([
  ['no instance', []],
  ['running', [instance('a', 'running')]],
  ['created', [instance('a', 'created')]],
  ['another container ended', [instance('b', 1)]],
])('does not wait: %s', (_, instances) => {
  const ctx = node.ctx();
  expect([waits(ctx, instances), waits(ctx, instances)]).toEqual([undefined, undefined]);
});

it('looks at the newest instance that ended, also beside one that runs', () => {
  const ctx = node.ctx();
  node.nowMs = 6000;
  waits(ctx, [ended(5)]);
  expect(waits(ctx, [instance('a', 'running'), ended(5), ended(1)])).toBe(9);
});

it.each([
  ['image', { image: 'box:2' }],
  ['resources', { resources: { limits: { cpu: '1' } } }],
  ['name', { name: 'b' }],
])('starts over with another %s', (_, more) => {
  const ctx = node.ctx();
  node.nowMs = 6000;
  waits(ctx, [ended(5)]);
  expect(waits(ctx, [ended(5)])).toBe(9);
  expect(
    waits(ctx, [ended(5), { ...ended(5), metadata: { name: 'b' } }], container('a', more)),
  ).toBeUndefined();
});

it('starts over after 600 s', () => {
  const ctx = node.ctx();
  waits(ctx, [ended(0)]);
  node.nowMs = 601_000;
  expect(waits(ctx, [ended(601)])).toBeUndefined();
  expect(waits(ctx, [ended(601)])).toBe(10);
});

it('says why, and before 1.35 not when', () => {
  const ctx = node.ctx('1.34');
  const sync = { ...syncOf(ctx), status: status([], [ended(0)]) };
  crashBackOff(sync, container('a'));
  expect(crashBackOff(sync, container('a'))).toEqual({
    reason: 'CrashLoopBackOff',
    container: 'a',
    message: 'back-off 10s restarting failed container=a pod=p_default(u)',
  });
});
