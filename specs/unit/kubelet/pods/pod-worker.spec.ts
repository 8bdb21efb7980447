// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pod } from '#pod/pod.js';
import type { Outcome } from '#cri/outcome.js';
import { FakeRuntime } from '../fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../live-kubelet.js';

const steady = ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];
const timeoutMs = 5000;

function podOf(spec: Partial<Pod['spec']> = {}): Pod {
  return {
    metadata: { name: 'p', namespace: 'd' },
    spec: {
      containers: [{ name: 'a', image: 'box:1', command: steady }],
      terminationGracePeriodSeconds: 3,
      ...spec,
    },
  };
}

describe('a pod of the kubelet', () => {
  let runtime: FakeRuntime;
  let live: LiveKubelet;

  beforeEach(() => {
    runtime = new FakeRuntime();
    live = liveKubelet(runtime);
  });
  afterEach(() => live.end());

  const mutating = (): string[] =>
    runtime.calls.map(({ rpc }) => rpc).filter((rpc) => !rpc.endsWith('Status') && !rpc.startsWith('List'));

  it('runs, is deleted and leaves nothing', async () => {
    const life = live.kubelet.add(podOf());
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
    expect(life.view().containers.get('a')).toMatchObject([{ state: 'running', attempt: 0 }]);
    expect(await life.delete()).toBe('terminated');
    expect(life.view().containers.get('a')).toMatchObject([{ state: 'exited', exitCode: 0 }]);
    await life.collectGarbage();
    expect([runtime.boxes.size, runtime.sandboxes.size]).toEqual([0, 0]);
    expect(mutating()).toEqual([
      'RunPodSandbox',
      'CreateContainer',
      'StartContainer',
      'StopContainer',
      'StopPodSandbox',
      'RemoveContainer',
      'StopPodSandbox',
      'RemovePodSandbox',
    ]);
  });

  it('restarts a container that ended, with the next attempt', async () => {
    const life = live.kubelet.add(
      podOf({ containers: [{ name: 'a', image: 'box:1', command: ['exit 4'] }] }),
    );
    const restarted = await life.until(({ containers }) => (containers.get('a')?.[0]?.attempt ?? 0) >= 2, {
      timeoutMs,
    });
    expect(restarted).toBe(true);
    expect(life.view().phase).toBe('Running');
  });

  it('retries a sandbox that the runtime refuses', async () => {
    let times = 0;
    runtime.intercept = (rpc): Outcome | undefined => {
      if (rpc !== 'RunPodSandbox' || (times += 1) > 2) return undefined;
      return { kind: 'refused', code: 'UNKNOWN', message: 'no network' };
    };
    const life = live.kubelet.add(podOf());
    expect(await life.until(({ failedSyncs }) => failedSyncs === 2, { timeoutMs })).toBe(true);
    expect(life.view().problems).toMatchObject([{ reason: 'CreatePodSandboxError', message: 'no network' }]);
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
  });

  it('makes no call while paused', async () => {
    const life = live.kubelet.add(podOf());
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    await life.pause();
    const before = runtime.calls.length;
    runtime.stopSandbox(life.view().sandbox ?? '');
    expect(await life.until(({ sandboxes }) => sandboxes.length > 1, { timeoutMs: 300 })).toBe(false);
    expect(runtime.calls.length).toBe(before);
    life.resume();
    expect(
      await life.until(({ phase, sandboxes }) => phase === 'Running' && sandboxes.length > 1, { timeoutMs }),
    ).toBe(true);
  });

  it('says when a list that began afterwards has been read, and when none could be', async () => {
    const life = live.kubelet.add(podOf());
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    const lists = (): number => runtime.calls.filter(({ rpc }) => rpc === 'ListContainers').length;
    const before = lists();
    expect(await life.relisted({ timeoutMs })).toBe(true);
    expect(lists()).toBeGreaterThan(before);
    runtime.intercept = (rpc) =>
      rpc === 'ListContainers' ? { kind: 'refused', code: 'UNAVAILABLE', message: 'gone' } : undefined;
    expect(await life.relisted({ timeoutMs: 300 })).toBe(false);
    await life.pause();
    expect(await life.relisted({ timeoutMs })).toBe(false);
  });

  it('takes its pod up again after a restart of the kubelet', async () => {
    const life = live.kubelet.add(podOf());
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    await life.restartKubelet();
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
    expect(mutating().filter((rpc) => rpc === 'RunPodSandbox')).toHaveLength(1);
    expect(await life.delete()).toBe('terminated');
  });

  it('gives up waiting for a kill that hangs, and closes all the same', async () => {
    const life = live.kubelet.add(podOf({ containers: [{ name: 'a', image: 'box:1', command: ['while'] }] }));
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    expect(await life.delete({ timeoutMs: 100 })).toBe('stuck');
    await live.end();
    const ended = runtime.calls.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(runtime.calls.length).toBe(ended);
  });
});
