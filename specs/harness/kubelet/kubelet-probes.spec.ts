// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Container, Pod } from '#pod/pod.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../../unit/kubelet/live-kubelet.js';

const steady = ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];
const timeoutMs = 10_000;

describe('a pod with probes', () => {
  let runtime: FakeRuntime;
  let live: LiveKubelet;
  /** What a probe's command exits with; a hook is no probe. */
  let codes: Record<string, number>;

  beforeEach(() => {
    runtime = new FakeRuntime();
    live = liveKubelet(runtime);
    codes = {};
    runtime.intercept = (rpc, request) => {
      if (rpc !== 'ExecSync') return undefined;
      const [command = ''] = (request as { cmd: string[] }).cmd;
      return { kind: 'ok', response: { exit_code: codes[command] ?? 0 }, raw: '' };
    };
  });
  afterEach(() => live.end());

  const podWith = (more: Partial<Container>, spec: Partial<Pod['spec']> = {}): Pod => ({
    metadata: { name: 'p', namespace: 'd' },
    spec: {
      containers: [{ name: 'a', image: 'box:1', command: steady, ...more }],
      terminationGracePeriodSeconds: 3,
      ...spec,
    },
  });
  const exec = (command: string): { exec: { command: string[] }; periodSeconds: number } => ({
    exec: { command: [command] },
    periodSeconds: 1,
  });
  const sent = (): string[] =>
    runtime.calls
      .filter(({ rpc }) => ['ExecSync', 'StopContainer', 'StartContainer'].includes(rpc))
      .map(({ rpc, request }) => {
        const { cmd = [] } = request as { cmd?: string[] };
        return [rpc, ...cmd].join(' ');
      });

  const stopTimeouts = (): unknown[] =>
    runtime.calls
      .filter(({ rpc }) => rpc === 'StopContainer')
      .map(({ request }) => (request as { timeout?: string }).timeout);

  it('is started again when its liveness probe fails, with the calls and deadlines of the recording', async () => {
    codes = { live: 1 };
    const preStop = { exec: { command: ['bye'] } };
    const livenessProbe = { ...exec('live'), failureThreshold: 2 };
    const life = live.kubelet.add(podWith({ livenessProbe, lifecycle: { preStop } }));
    const again = await life.until(({ containers }) => containers.get('a')?.[0]?.attempt === 1, {
      timeoutMs,
    });
    expect(again).toBe(true);
    const round = ['StartContainer', 'ExecSync live', 'ExecSync live', 'ExecSync bye', 'StopContainer'];
    expect(sent().slice(0, 6)).toEqual([...round, 'StartContainer']);
    const deadlines = runtime.calls
      .filter(({ rpc }) => rpc === 'ExecSync')
      .map(({ deadlineMs }) => deadlineMs);
    expect(deadlines.slice(0, 3)).toEqual([121_000, 121_000, null]);
  });

  it('is killed as a whole when its container is not to come again', async () => {
    codes = { live: 1 };
    const livenessProbe = { ...exec('live'), failureThreshold: 1, terminationGracePeriodSeconds: 7 };
    const life = live.kubelet.add(podWith({ livenessProbe }, { restartPolicy: 'Never' }));
    expect(await life.until(({ terminated }) => terminated, { timeoutMs })).toBe(true);
    expect(sent()).toEqual(['StartContainer', 'ExecSync live', 'StopContainer']);
    expect(stopTimeouts()).toEqual(['3']);
  });

  it('may name the grace period of the restart', async () => {
    codes = { live: 1 };
    const livenessProbe = { ...exec('live'), failureThreshold: 1, terminationGracePeriodSeconds: 7 };
    const life = live.kubelet.add(podWith({ livenessProbe }));
    await life.until(({ containers }) => containers.get('a')?.[0]?.attempt === 1, { timeoutMs });
    expect(stopTimeouts()[0]).toBe('7');
  });

  it('is probed for nothing else before it has started', async () => {
    codes = { up: 1 };
    const life = live.kubelet.add(
      podWith({ startupProbe: { ...exec('up'), failureThreshold: 100 }, livenessProbe: exec('live') }),
    );
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    await life.until(() => sent().filter((each) => each === 'ExecSync up').length >= 3, { timeoutMs: 600 });
    expect(sent()).not.toContain('ExecSync live');
    expect(life.view().containerStates.regular).toMatchObject([{ started: false, ready: false }]);
    codes = {};
    await life.until(({ containerStates }) => containerStates.regular[0]?.started === true, { timeoutMs });
    await life.until(() => sent().includes('ExecSync live'), { timeoutMs: 600 });
    expect(sent()).toContain('ExecSync live');
  });

  it('is ready when its probe says so', async () => {
    codes = { ready: 1 };
    const life = live.kubelet.add(podWith({ readinessProbe: { ...exec('ready'), failureThreshold: 1 } }));
    const readyIs = (status: string): Promise<boolean> =>
      life.until(
        ({ phase, conditions }) =>
          phase === 'Running' && conditions.some((each) => each.type === 'Ready' && each.status === status),
        { timeoutMs },
      );
    expect(await readyIs('False')).toBe(true);
    expect(life.view().conditions).toContainEqual({
      type: 'ContainersReady',
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [a]',
    });
    codes = {};
    expect(await readyIs('True')).toBe(true);
    codes = { ready: 1 };
    expect(await readyIs('False')).toBe(true);
    expect(sent().filter((each) => !each.startsWith('ExecSync'))).toEqual(['StartContainer']);
  });

  it('is probed no more once it has ended, and never while the kubelet is paused', async () => {
    const life = live.kubelet.add(podWith({ livenessProbe: exec('live'), readinessProbe: exec('ready') }));
    await life.until(({ conditions }) => conditions[2]?.status === 'True', { timeoutMs });
    await life.pause();
    const before = sent().length;
    await life.until(() => false, { timeoutMs: 250 });
    expect(sent()).toHaveLength(before);
    life.resume();
    await life.delete();
    const after = sent().length;
    await life.until(() => false, { timeoutMs: 250 });
    expect(sent()).toHaveLength(after);
  });
});
