// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Outcome } from '#cri/outcome.js';
import type { Pod } from '#pod/pod.js';
import { FakeRuntime } from '../fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../live-kubelet.js';

const timeoutMs = 5000;
const pod: Pod = {
  metadata: { name: 'p', namespace: 'd' },
  spec: {
    containers: [{ name: 'a', image: 'box:1', command: ['trap "exit 0" TERM; while'] }],
    terminationGracePeriodSeconds: 3,
  },
};

describe('what a kubelet does beside its pods', () => {
  let runtime: FakeRuntime;
  let live: LiveKubelet;

  beforeEach(() => {
    runtime = new FakeRuntime();
    live = liveKubelet(runtime);
  });
  afterEach(() => live.end());

  it('ends a pod that was deleted while the kubelet was down', async () => {
    const life = live.kubelet.add(pod);
    expect(await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs })).toBe(
      true,
    );
    const container = life.view().containers.get('a')?.[0]?.id;
    await live.kubelet.restart([life]);
    const before = runtime.calls.length;
    await live.kubelet.housekeep();
    const made = runtime.calls.slice(before).filter(({ rpc }) => rpc !== 'Status');
    expect(made.map(({ rpc }) => rpc)).toEqual([
      'ListPodSandbox',
      'ListContainers',
      'StopContainer',
      'StopPodSandbox',
    ]);
    expect(made[2]).toMatchObject({
      request: { container_id: container, timeout: '2' },
      deadlineMs: 122_000,
    });
  });

  it('leaves a pod alone that it knows', async () => {
    const life = live.kubelet.add(pod);
    await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
    await live.kubelet.housekeep();
    await live.kubelet.rotateLogs({ maxBytes: 1 });
    expect(runtime.calls.filter(({ rpc }) => /^Stop|Reopen/.test(rpc))).toEqual([]);
    expect(life.view().phase).toBe('Running');
  });

  it.each<[string, Outcome | undefined]>([
    ['is refused', { kind: 'refused', code: 'UNAVAILABLE', message: 'nobody is there' }],
    ['says that it is not ready', { kind: 'ok', raw: '', response: { status: { conditions: [{}, {}] } } }],
  ])('syncs no pod while the runtime %s, and begins when it is up', async (_, answer) => {
    let instead = answer;
    runtime.intercept = (rpc): Outcome | undefined => (rpc === 'Status' ? instead : undefined);
    await live.end();
    live = liveKubelet(runtime);
    const life = live.kubelet.add(pod);
    expect(await life.until(({ sandboxes }) => sandboxes.length > 0, { timeoutMs: 300 })).toBe(false);
    expect(runtime.calls.filter(({ rpc }) => rpc === 'RunPodSandbox')).toEqual([]);
    instead = undefined;
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
  });
});
