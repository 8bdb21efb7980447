// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Outcome } from '#cri/outcome.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import { noObjects } from '#pod/cluster-objects.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../../unit/kubelet/live-kubelet.js';
import { dockerConfig, jsonSecret } from '../../unit/kubelet/images/secrets.js';

const timeoutMs = 5000;
const image = 'r.io/a:1';
let live: LiveKubelet | undefined;
afterEach(() => live?.end());

function start(runtime: FakeRuntime, options: Partial<KubeletOptions> = {}): LiveKubelet['kubelet'] {
  live = liveKubelet(runtime, options);
  return live.kubelet;
}

function podOf(spec: Partial<PodSpec>): Pod {
  const containers = [{ name: 'a', image, command: ['sh', '-c', 'while :; do sleep 1; done'] }];
  return { metadata: { name: 'p' }, spec: { containers, ...spec } };
}

const rpcs = ({ calls }: FakeRuntime, ...names: string[]): unknown[] =>
  calls.filter(({ rpc }) => names.includes(rpc)).map(({ rpc }) => rpc);

describe('a pod', () => {
  it('whose image needs the second of two logins', async () => {
    const runtime = new FakeRuntime();
    const refused: Outcome = { kind: 'refused', code: 'UNKNOWN', message: 'denied' };
    runtime.intercept = (rpc, request) => {
      const { auth } = request as { auth?: { username?: string } };
      if (rpc === 'ImageStatus' && rpcs(runtime, 'PullImage').length === 0)
        return { kind: 'ok', response: {}, raw: '' };
      return rpc === 'PullImage' && auth?.username !== 's2' ? refused : undefined;
    };
    const secrets = ['s1', 's2'].map((name) => jsonSecret(name, dockerConfig({ 'r.io': name })));
    const kubelet = start(runtime, { objects: { ...noObjects, secrets } });
    const life = kubelet.add(podOf({ imagePullSecrets: [{ name: 's1' }, { name: 's2' }] }));
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
    expect(rpcs(runtime, 'ImageStatus', 'PullImage', 'CreateContainer')).toEqual([
      ...['ImageStatus', 'PullImage', 'PullImage', 'ImageStatus', 'ImageStatus', 'CreateContainer'],
    ]);
    const pulls = runtime.calls.filter(({ rpc }) => rpc === 'PullImage');
    expect(pulls.map(({ deadlineMs }) => deadlineMs)).toEqual([null, null]);
  });
  it('whose image is nowhere pulls, waits, and pulls again', async () => {
    const runtime = new FakeRuntime();
    runtime.missingImages.add(image);
    const life = start(runtime).add(podOf({}));
    const pulls = (): number => rpcs(runtime, 'PullImage').length;
    expect(await life.until(() => pulls() === 2, { timeoutMs })).toBe(true);
    const [first, second] = runtime.calls.flatMap(({ rpc }, at) => (rpc === 'PullImage' ? [at] : []));
    expect(
      rpcs({ calls: runtime.calls.slice(first, second) } as FakeRuntime, 'ImageStatus').length,
    ).toBeGreaterThan(1);
    expect(rpcs(runtime, 'CreateContainer', 'StopPodSandbox')).toEqual([]);
  });
  it('with an image volume that cannot be had starts what does not mount it', async () => {
    const runtime = new FakeRuntime();
    runtime.missingImages.add('r.io/data:1');
    const [a] = podOf({}).spec.containers;
    const b = { ...a, name: 'b', image, volumeMounts: [{ name: 'v', mountPath: '/v' }] };
    const volumes = [{ name: 'v', image: { reference: 'r.io/data:1' } }];
    const life = start(runtime).add(podOf({ volumes, containers: [...podOf({}).spec.containers, b] }));
    expect(
      await life.until(({ containers, problems }) => containers.has('a') && problems.length > 0, {
        timeoutMs,
      }),
    ).toBe(true);
    expect(life.view().problems.every(({ container }) => container === 'b')).toBe(true);
    expect(life.view().containers.has('b')).toBe(false);
  });
});

it.each([
  ['1.36', true],
  ['1.37', false],
])('an image volume is asked for again although nothing is started: %s', async (version, again) => {
  const runtime = new FakeRuntime();
  const volumes = [{ name: 'v', image: { reference: 'r.io/data:1' } }];
  const kubelet = start(runtime, { version });
  const life = kubelet.add(podOf({ volumes }));
  const asked = (): number =>
    runtime.calls.filter(({ request }) => {
      const { image: spec } = request as { image?: { image?: string } };
      return spec?.image === 'r.io/data:1';
    }).length;
  expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
  expect(await life.until(() => asked() > 1, { timeoutMs: again ? timeoutMs : 300 })).toBe(again);
  expect(asked()).toBeGreaterThan(0);
});

it('the garbage collection removes images of its own only', async () => {
  const runtime = new FakeRuntime();
  const images = [
    { id: 'ours', size: '1', repo_tags: ['h/run/own/a:1'] },
    { id: 'theirs', size: '1', repo_tags: ['h/run/a:1'] },
  ];
  const answers: Readonly<Record<string, object>> = {
    ListImages: { images },
    ImageFsInfo: { image_filesystems: [{ fs_id: { mountpoint: '/' } }] },
    RemoveImage: {},
  };
  runtime.intercept = (rpc) => {
    const response = answers[rpc];
    return response && { kind: 'ok', response, raw: '' };
  };
  const kubelet = start(runtime, { ownImages: 'h/run/own' });
  await kubelet.collectImages({ capacityBytes: 1000, availableBytes: 160 });
  expect(rpcs(runtime, 'RemoveImage')).toEqual([]);
  await kubelet.collectImages({ capacityBytes: 1000, availableBytes: 130 });
  const removed = runtime.calls.filter(({ rpc }) => rpc === 'RemoveImage').map(({ request }) => request);
  expect(removed).toEqual([{ image: { image: 'ours' } }]);
});
