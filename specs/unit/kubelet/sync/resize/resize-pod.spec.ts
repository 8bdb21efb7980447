// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { withDefaults } from '#pod/defaults.js';
import type { Container, Pod, Resources } from '#pod/pod.js';
import { FakeRuntime } from '../../fake-runtime.js';
import { liveKubelet } from '../../live-kubelet.js';
import { answered, refused, SyncFixture } from '../../sync-fixture.js';

const steady = ['trap "exit 0" TERM; while'];
const mebi = 2 ** 20;

const resources = (cpu: string, limit: string, memory: string): Resources => ({
  requests: { cpu, memory: '64Mi' },
  limits: { cpu: limit, memory },
});
const small = resources('250m', '500m', '128Mi');
const large = resources('500m', '1', '256Mi');
const box = (name: string, given: Resources, more: Partial<Container> = {}): Container => ({
  name,
  image: 'box:1',
  command: steady,
  resources: given,
  ...more,
});
const podOf = (...containers: readonly Container[]): Pod =>
  withDefaults({
    metadata: { name: 'p', namespace: 'd', uid: 'u1' },
    spec: { containers, terminationGracePeriodSeconds: 5 },
  });

let fixture: SyncFixture;
const benches: SyncFixture[] = [];
let answers: Partial<Record<UnaryMethod, (request: never) => Outcome>>;
const benchFor = (kubelet: string): void => {
  fixture = new SyncFixture(kubelet);
  benches.push(fixture);
  fixture.runtime.intercept = (rpc, request) =>
    answers[rpc]?.(request as never) ?? (rpc.startsWith('Update') ? answered() : undefined);
};
const uses = (bytes: number): void => {
  answers.ListContainerStats = () => {
    const [id = ''] = fixture.runtime.boxes.keys();
    return answered({ stats: [{ attributes: { id }, memory: { usage_bytes: { value: String(bytes) } } }] });
  };
};

beforeEach(() => {
  answers = {};
  uses(1);
  benchFor('1.37');
});
afterEach(() => Promise.all(benches.splice(0).map((each) => each.end())));

/** Of each call what matters about its resources. */
function shown(): readonly string[] {
  return fixture.runtime.calls.map(({ rpc, request }) => {
    const { linux, resources: ofPod } = request as {
      linux?: LinuxContainerResources;
      resources?: LinuxContainerResources;
    };
    const said = linux ?? ofPod;
    if (!said) return rpc;
    const memory = Number(said.memory_limit_in_bytes ?? 0) / mebi;
    return `${rpc} ${memory}Mi ${said.cpu_quota ?? 0}/${said.cpu_period ?? 0} ${said.cpu_shares ?? 0}`;
  });
}

describe('a resize in place', () => {
  it('grows: the pod before its containers, memory before CPU', async () => {
    await fixture.sync(podOf(box('a', small)));
    const done = await fixture.sync(podOf(box('a', large)));
    expect(done).toEqual({ problems: [], acted: true, resized: true });
    expect(shown()).toEqual([
      'UpdatePodSandboxResources 256Mi 50000/100000 256',
      'UpdateContainerResources 256Mi 50000/100000 256',
      'UpdatePodSandboxResources 256Mi 100000/100000 256',
      'UpdatePodSandboxResources 256Mi 100000/100000 512',
      'UpdateContainerResources 256Mi 100000/100000 512',
    ]);
    expect(fixture.request('UpdatePodSandboxResources')).toMatchObject({
      pod_sandbox_id: 'sandbox1',
      overhead: {},
    });
    await fixture.sync(podOf(box('a', large)));
    expect(fixture.calls).toEqual([]);
  });

  it('shrinks: the containers before the pod, when nothing uses as much', async () => {
    await fixture.sync(podOf(box('a', large)));
    await fixture.sync(podOf(box('a', small)));
    expect(shown()).toEqual([
      'ListContainerStats',
      'UpdateContainerResources 128Mi 100000/100000 512',
      'UpdatePodSandboxResources 128Mi 100000/100000 512',
      'UpdateContainerResources 128Mi 50000/100000 256',
      'UpdatePodSandboxResources 128Mi 100000/100000 256',
      'UpdatePodSandboxResources 128Mi 50000/100000 256',
    ]);
    expect(fixture.request('ListContainerStats')).toEqual({ filter: { pod_sandbox_id: 'sandbox1' } });
  });

  it('sends all that a container has', async () => {
    await fixture.sync(podOf(box('a', small)));
    await fixture.sync(podOf(box('a', large)));
    const { linux } = fixture.request('UpdateContainerResources') as RequestOf<'UpdateContainerResources'>;
    expect(linux).toHaveProperty('oom_score_adj');
    expect(linux).toHaveProperty('hugepage_limits');
  });

  it('what shrinks comes before what grows', async () => {
    await fixture.sync(podOf(box('a', small), box('b', large), box('c', large)));
    await fixture.sync(podOf(box('a', large), box('b', small), box('c', small)));
    const ids = [0, 1, 2].map((at) => fixture.request('UpdateContainerResources', at));
    expect(ids).toMatchObject(['container4', 'container3', 'container2'].map((id) => ({ container_id: id })));
  });

  it.each([128 * mebi, 300 * mebi])('is not tried where %i bytes are in use', async (bytes) => {
    uses(bytes);
    await fixture.sync(podOf(box('a', large)));
    const { problems } = await fixture.sync(podOf(box('a', small)));
    expect(problems).toMatchObject([{ reason: 'ResizePodInPlaceError' }]);
    expect(fixture.calls).toEqual(['ListContainerStats']);
  });

  it.each<[string, UnaryMethod, readonly string[]]>([
    [
      'of the container',
      'UpdateContainerResources',
      ['UpdatePodSandboxResources', 'UpdateContainerResources'],
    ],
    ['of the pod', 'UpdatePodSandboxResources', ['UpdatePodSandboxResources']],
    ['of the look at what is used', 'ListContainerStats', ['ListContainerStats']],
  ])('an error %s ends it, and the rest follows later', async (_, rpc, before) => {
    const [first, second] = rpc === 'ListContainerStats' ? [large, small] : [small, large];
    await fixture.sync(podOf(box('a', first)));
    const answer = answers[rpc];
    answers[rpc] = () => refused('UNKNOWN', 'no');
    const { problems } = await fixture.sync(podOf(box('a', second)));
    expect(problems).toEqual([{ reason: 'ResizePodInPlaceError', message: 'no' }]);
    expect(fixture.runtime.calls.map((call) => call.rpc)).toEqual(before);
    answers = { ...answers, [rpc]: answer };
    expect((await fixture.sync(podOf(box('a', second)))).problems).toEqual([]);
    expect((await fixture.sync(podOf(box('a', second)))).acted).toBe(false);
  });

  it.each([
    ['UNIMPLEMENTED', 'what'],
    ['UNKNOWN', 'that is not implemented here'],
  ])('a runtime that does not know UpdatePodSandboxResources (%s) is no hindrance', async (code, message) => {
    answers.UpdatePodSandboxResources = () => refused(code, message);
    await fixture.sync(podOf(box('a', small)));
    expect((await fixture.sync(podOf(box('a', large)))).problems).toEqual([]);
    expect(fixture.calls).toHaveLength(5);
  });

  it('up to 1.35 its opinion does not count at all', async () => {
    benchFor('1.35');
    answers.UpdatePodSandboxResources = () => refused('UNKNOWN', 'no');
    await fixture.sync(podOf(box('a', small)));
    expect((await fixture.sync(podOf(box('a', large)))).problems).toEqual([]);
  });

  it.each(['1.32', '1.28'])('does not exist in %s', async (kubelet) => {
    benchFor(kubelet);
    await fixture.sync(podOf(box('a', small)));
    await fixture.sync(podOf(box('a', large)));
    expect(fixture.calls.filter((call) => call.startsWith('Update'))).toEqual([]);
  });

  it('nor for a pod from a file', async () => {
    const ofFile = (pod: Pod): Pod => ({
      ...pod,
      metadata: { ...pod.metadata, annotations: { 'kubernetes.io/config.source': 'file' } },
    });
    await fixture.sync(ofFile(podOf(box('a', small))));
    expect((await fixture.sync(ofFile(podOf(box('a', large))))).acted).toBe(false);
  });

  it('a kubelet that has forgotten what it gave says it again', async () => {
    const pod = podOf(box('a', small));
    await fixture.sync(pod);
    fixture.actuated.containers.clear();
    fixture.actuated.cgroup = undefined;
    await fixture.sync(pod);
    expect(fixture.runtime.calls.map(({ rpc }) => rpc)).toEqual([
      'UpdateContainerResources',
      'UpdateContainerResources',
    ]);
  });
});

describe('where in the sync', () => {
  it.each([
    ['1.37', ['UpdatePodSandboxResources', 'CreateContainer']],
    ['1.36', ['UpdatePodSandboxResources', 'CreateContainer']],
  ])('%s: before the regular containers', async (kubelet, order) => {
    benchFor(kubelet);
    const grown = box('a', resources('250m', '500m', '256Mi'));
    await fixture.sync(podOf(box('a', small), box('b', small)));
    fixture.runtime.boxes.forEach((each) => {
      if (each.config.metadata?.name === 'b') each.end(1);
    });
    await fixture.sync(podOf(grown, box('b', small)));
    const rpcs = fixture.runtime.calls.map(({ rpc }) => rpc);
    expect(rpcs.filter((rpc) => order.includes(rpc))).toEqual(order);
  });

  it('a failed resize does not keep containers from being started', async () => {
    await fixture.sync(podOf(box('a', small), box('b', small)));
    fixture.runtime.boxes.forEach((each) => {
      if (each.config.metadata?.name === 'b') each.end(1);
    });
    answers.UpdatePodSandboxResources = () => refused('UNKNOWN', 'no');
    const { problems } = await fixture.sync(podOf(box('a', large), box('b', small)));
    expect(problems).toMatchObject([{ reason: 'ResizePodInPlaceError' }]);
    expect(fixture.calls).toContain('StartContainer b:1');
  });
});

describe('a resize with a restart', () => {
  const policy = { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] } as const;
  it('the container is killed, the pod resized, the container started anew', async () => {
    await fixture.sync(podOf(box('a', small, policy)));
    const { problems } = await fixture.sync(podOf(box('a', large, policy)));
    expect(problems).toEqual([]);
    expect(fixture.runtime.calls.map(({ rpc }) => rpc)).toEqual([
      'StopContainer',
      'UpdatePodSandboxResources',
      'UpdatePodSandboxResources',
      'UpdatePodSandboxResources',
      'ImageStatus',
      'ImageStatus',
      'CreateContainer',
      'StartContainer',
    ]);
    expect(await fixture.sync(podOf(box('a', large, policy)))).toMatchObject({ acted: false });
  });

  it('only for what the policy names', async () => {
    await fixture.sync(podOf(box('a', small, policy)));
    await fixture.sync(podOf(box('a', resources('300m', '500m', '128Mi'), policy)));
    expect(shown()).toEqual([
      'UpdatePodSandboxResources 128Mi 50000/100000 307',
      'UpdateContainerResources 128Mi 50000/100000 307',
    ]);
  });
});

describe('resources of the pod as a whole', () => {
  const withPod = (ofPod: Resources): Pod => {
    const pod = podOf(box('a', { requests: { cpu: '100m' } }));
    return { ...pod, spec: { ...pod.spec, resources: ofPod } };
  };
  it('G3: change by themselves', async () => {
    await fixture.sync(withPod(small));
    expect(await fixture.sync(withPod(small))).toMatchObject({ acted: false });
    await fixture.sync(withPod(large));
    expect(shown().filter((call) => call.startsWith('UpdatePod'))).toEqual([
      'UpdatePodSandboxResources 256Mi 50000/100000 256',
      'UpdatePodSandboxResources 256Mi 100000/100000 256',
      'UpdatePodSandboxResources 256Mi 100000/100000 512',
    ]);
    expect(await fixture.sync(withPod(large))).toMatchObject({ acted: false });
  });
});

it('after a resize the pod is looked at again, although the lists show nothing new', async () => {
  const runtime = new FakeRuntime();
  runtime.intercept = (rpc) => (rpc.startsWith('Update') ? answered() : undefined);
  const live = liveKubelet(runtime);
  const life = live.kubelet.add(podOf(box('a', small)));
  const timeoutMs = 5000;
  await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
  runtime.calls.length = 0;
  life.update({
    ...life.pod,
    spec: { ...life.pod.spec, containers: podOf(box('a', large)).spec.containers },
  });
  const reads = (): number => runtime.calls.filter(({ rpc }) => rpc === 'PodSandboxStatus').length;
  for (let turn = 0; turn < 200 && reads() === 0; turn += 1) await life.until(() => false, { timeoutMs: 10 });
  await live.end();
  expect(runtime.calls.filter(({ rpc }) => rpc.startsWith('Update'))).toHaveLength(5);
  expect(reads()).toBeGreaterThan(0);
});
