// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { noStatus, type PodStatus } from '#kubelet/decide/report/pod-status.js';
import { rebuiltPod } from '#kubelet/decide/sync/rebuilt-pod.js';
import { killContainer } from '#kubelet/sync/kill/kill-container.js';
import { killFromAnnotations } from '#kubelet/sync/kill/kill-from-annotations.js';
import { killPod, problemsAfterKill } from '#kubelet/sync/kill/kill-pod.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import type { PodSync } from '#kubelet/context/kubelet-context.js';
import type { Container, Pod } from '#pod/pod.js';
import { container, dead, instance, podOf, sandbox, status } from '../../decide/statuses.js';
import { SyncFixture } from '../../sync-fixture.js';

interface Request {
  readonly container_id?: string;
  readonly pod_sandbox_id?: string;
  readonly timeout?: string;
}

/** How long each call takes by `Rpc id`, in seconds; not said: no time. */
type Seconds = Readonly<Record<string, number>>;

let fixture: SyncFixture;
const benches: SyncFixture[] = [];
let made: string[];
let refused: Readonly<Record<string, string>>;

function benchFor(kubelet: string, seconds: Seconds = {}): SyncFixture {
  const call = async (method: string, request: Request): Promise<unknown> => {
    const what = `${method} ${request.container_id ?? request.pod_sandbox_id ?? ''}`;
    made.push([what, request.timeout].filter((word) => word !== undefined).join(' '));
    const code = refused[what] ?? refused[method];
    const took = seconds[what] ?? 0;
    if (took > 0) await fixture.clock.sleep(took * 1000);
    return code === undefined ? { ok: true, response: {} } : { ok: false, code, message: 'no' };
  };
  fixture = new SyncFixture(kubelet, { call: call as RuntimeCall });
  benches.push(fixture);
  return fixture;
}

const syncOf = (pod: Pod, seen: PodStatus): PodSync => ({ ctx: fixture.ctx, pod, uid: 'u', status: seen });
const running = (name: string): ContainerStatus => instance(name, 'running');
const hook = (name: string): Container =>
  container(name, { lifecycle: { preStop: { exec: { command: ['x'] } } } });
const graceful = (seconds: number, ...containers: readonly Container[]): Pod =>
  podOf({ containers, terminationGracePeriodSeconds: seconds });

beforeEach(() => {
  made = [];
  refused = {};
  benchFor('1.37');
});
afterEach(() => Promise.all(benches.splice(0).map((each) => each.end())));

describe('killing a pod', () => {
  it('stops what runs at once, of whatever kind, then every sandbox', async () => {
    const pod: Pod = podOf({
      containers: [container('a'), container('b')],
      initContainers: [container('i')],
      ephemeralContainers: [container('dbg')],
      terminationGracePeriodSeconds: 5,
    });
    const seen = status(
      [sandbox(), sandbox({ ...dead, id: 's1' })],
      [running('a'), instance('b', 0), running('i'), running('dbg'), instance('a', 'created', { id: 'a9' })],
    );
    expect(await killPod(syncOf(pod, seen))).toEqual([]);
    const stops = ['StopContainer a0 5', 'StopContainer i0 5', 'StopContainer dbg0 5'];
    expect(made).toEqual([...stops, 'StopPodSandbox s0', 'StopPodSandbox s1']);
  });

  it('a container that the pod does not have is an error and no call', async () => {
    const problems = await killPod(syncOf(graceful(5, container('a')), status([sandbox()], [running('z')])));
    expect(problems).toMatchObject([{ reason: 'KillContainerError' }]);
    expect(made).toEqual(['StopPodSandbox s0']);
  });

  it('a failed stop does not keep the sandbox', async () => {
    refused = { 'StopContainer a0': 'UNKNOWN' };
    const pod = graceful(5, container('a'), container('b'));
    const problems = await killPod(syncOf(pod, status([sandbox()], [running('a'), running('b')])));
    expect(problems).toEqual([{ reason: 'KillContainerError', container: 'a', message: 'no' }]);
    expect(made.at(-1)).toBe('StopPodSandbox s0');
  });

  it.each([
    ['1.37', 0],
    ['1.24', 0],
    ['1.20', 2],
  ])('%s: what is gone counts as %i problems', async (kubelet, count) => {
    benchFor(kubelet);
    refused = { StopContainer: 'NOT_FOUND', StopPodSandbox: 'NOT_FOUND' };
    const problems = await killPod(syncOf(graceful(5, container('a')), status([sandbox()], [running('a')])));
    expect(problems).toHaveLength(count);
  });

  it('every instance that still runs counts', () => {
    const seen = status([sandbox()], [instance('a', 0, { id: 'a1' }), running('a'), running('dbg')]);
    expect(problemsAfterKill(seen).map((problem) => problem.container)).toEqual(['a', 'dbg']);
    expect(problemsAfterKill(undefined)).toMatchObject([{ reason: 'FailedToKillPod' }]);
    expect(problemsAfterKill(noStatus)).toEqual([]);
  });
});

describe('the grace of a kill', () => {
  it.each<[string, string, number, number | undefined, number, string]>([
    ['all of it', '1.37', 5, 5, 0, '5'],
    ['less what the hook used', '1.37', 5, 5, 1, '4'],
    ['in whole seconds', '1.37', 5, 5, 1.9, '4'],
    ['at least 2', '1.37', 3, 3, 2, '2'],
    ['a hook that never ends is waited for no longer', '1.37', 3, 3, 600, '2'],
    ['of 1', '1.37', 30, 1, 0, '2'],
    ['the override begins it', '1.37', 30, 10, 3, '7'],
    ['1.28', '1.28', 5, 5, 1, '4'],
    ['1.27: sent whole', '1.27', 5, 5, 1, '5'],
    ['1.24: sent whole', '1.24', 5, 5, 1, '5'],
    ['1.24: below 2', '1.24', 0, 1, 0, '1'],
    ['1.24: a slow hook', '1.24', 3, 3, 6, '3'],
    ['1.24: by a sync, without an override', '1.24', 5, undefined, 1, '4'],
    ['1.20: less what the hook used', '1.20', 5, undefined, 1, '4'],
    ['1.20: at least 2', '1.20', 0, undefined, 0, '2'],
    ['1.20: an eviction without grace', '1.20', 30, 0, 0, '0'],
  ])('%s', async (...[, kubelet, grace, override, seconds, timeout]) => {
    benchFor(kubelet, { 'ExecSync a0': seconds });
    const pod = graceful(grace, seconds > 0 ? hook('a') : container('a'));
    await killPod(syncOf(pod, status([sandbox()], [running('a')])), override);
    expect(made.filter((call) => call.startsWith('StopC'))).toEqual([
      `StopContainer a0${timeout === '0' ? '' : ` ${timeout}`}`,
    ]);
  });

  it('no hook without grace', async () => {
    const pod = graceful(30, hook('a'));
    const kill = {
      id: 'a0',
      container: hook('a'),
      reason: 'RestartAllContainers',
      graceOverride: 0,
    } as const;
    await killContainer(syncOf(pod, noStatus), kill);
    expect(made).toEqual(['StopContainer a0 2']);
  });

  it('a hook that fails changes nothing, and its time counts', async () => {
    benchFor('1.37', { 'ExecSync a0': 2 });
    refused = { ExecSync: 'UNKNOWN' };
    await killPod(syncOf(graceful(5, hook('a')), status([sandbox()], [running('a')])), 5);
    expect(made).toEqual(['ExecSync a0', 'StopContainer a0 3', 'StopPodSandbox s0']);
  });

  it('hooks of a pod run side by side', async () => {
    benchFor('1.37', { 'ExecSync a0': 2, 'ExecSync b0': 3 });
    await killPod(
      syncOf(graceful(9, hook('a'), hook('b')), status([sandbox()], [running('a'), running('b')])),
    );
    expect(made).toEqual([
      'ExecSync a0',
      'ExecSync b0',
      'StopContainer a0 7',
      'StopContainer b0 6',
      'StopPodSandbox s0',
    ]);
  });
});

describe('sidecars end last', () => {
  const always = { restartPolicy: 'Always' as const };
  const pod = podOf({
    initContainers: [container('s1', always), container('s2', always)],
    containers: [container('a'), container('b')],
    terminationGracePeriodSeconds: 30,
  });
  const all = status([sandbox()], ['a', 'b', 's1', 's2'].map(running));
  const took = { 'StopContainer a0': 4, 'StopContainer b0': 2, 'StopContainer s20': 1 };

  it('in turn, with what is left', async () => {
    benchFor('1.37', took);
    expect(await killPod(syncOf(pod, all), 30)).toEqual([]);
    const [s2, s1] = ['StopContainer s20 26', 'StopContainer s10 25'];
    expect(made).toEqual(['StopContainer a0 30', 'StopContainer b0 30', s2, s1, 'StopPodSandbox s0']);
  });

  it('those that do not run are not waited for', async () => {
    await killPod(
      syncOf(pod, status([sandbox()], [instance('a', 0), instance('b', 0), running('s1'), running('s2')])),
    );
    expect(made).toEqual(['StopContainer s20 30', 'StopContainer s10 30', 'StopPodSandbox s0']);
  });

  it('one whose stop failed is waited for until the grace is used up', async () => {
    refused = { 'StopContainer b0': 'UNKNOWN' };
    await killPod(syncOf(pod, all), 10);
    expect(made).toContain('StopContainer s20 2');
    expect(made).toContain('StopContainer s10 2');
  });

  it('not before 1.29', async () => {
    benchFor('1.28', took);
    await killPod(syncOf(pod, all), 30);
    expect(made.slice(0, 4)).toEqual(['a0', 'b0', 's10', 's20'].map((id) => `StopContainer ${id} 30`));
  });
});

describe('a container whose pod is forgotten', () => {
  const written = (more: Readonly<Record<string, string>> = {}): ContainerStatus => ({
    id: 'a0',
    metadata: { name: 'a' },
    image: { image: 'box:1' },
    image_ref: 'ref',
    created_at: '1',
    labels: {
      'io.kubernetes.pod.name': 'p',
      'io.kubernetes.pod.namespace': 'd',
      'io.kubernetes.pod.uid': 'u',
      'io.kubernetes.container.name': 'a',
    },
    annotations: { 'io.kubernetes.pod.terminationGracePeriod': '7', ...more },
  });
  const preStop = { 'io.kubernetes.container.preStopHandler': '{"exec":{"command":["x"]}}' };
  const killed = async (answer: object): Promise<unknown> => {
    const call = async (method: string, request: Request): Promise<unknown> => {
      made.push([method, request.timeout].filter((word) => word !== undefined).join(' '));
      return Promise.resolve(method === 'ContainerStatus' ? answer : { ok: true, response: {} });
    };
    return killFromAnnotations({ ...fixture.ctx, call: call as RuntimeCall }, 'a0');
  };

  it('is killed as its annotations say', async () => {
    expect(await killed({ ok: true, response: { status: written(preStop) } })).toBeUndefined();
    expect(made).toEqual(['ContainerStatus', 'ExecSync', 'StopContainer 7']);
  });

  it.each([
    ['cannot be read', { ok: false, code: 'UNKNOWN', message: 'no' }],
    ['says too little', { ok: true, response: { status: { id: 'a0' } } }],
  ])('that %s is left alone', async (_, answer) => {
    expect(await killed(answer)).toMatchObject({ reason: 'KillContainerError' });
    expect(made).toEqual(['ContainerStatus']);
  });

  it.each([
    ['a deletion', { 'io.kubernetes.pod.deletionGracePeriod': '3' }, { deletionGracePeriodSeconds: 3 }],
    [
      'a number that is none',
      { 'io.kubernetes.pod.deletionGracePeriod': 'x' },
      { name: 'p', namespace: 'd', uid: 'u' },
    ],
  ])('rebuilds %s', (_, annotations, metadata) => {
    expect(rebuiltPod(written(annotations)).pod.metadata).toMatchObject(metadata);
  });

  it.each(['{', 'null', '3', '{"exec":{}}', '{"httpGet":{}}', '{"sleep":{}}', '[]'])(
    'takes no hook from %s',
    (text) => {
      const { container: rebuilt } = rebuiltPod(written({ 'io.kubernetes.container.preStopHandler': text }));
      expect(rebuilt).toEqual({ name: 'a', image: 'box:1' });
    },
  );

  it('rebuilds ports', () => {
    const ports = [{ name: 'web', containerPort: 80, protocol: 'TCP' }];
    const text = JSON.stringify(ports);
    expect(rebuiltPod(written({ 'io.kubernetes.container.ports': text })).container.ports).toEqual(ports);
  });
});
