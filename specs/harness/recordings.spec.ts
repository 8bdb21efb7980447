// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { ContainerView, PodLife } from '#kubelet/pod-life.js';
import { FakeRuntime, type MadeCall } from '../unit/kubelet/fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../unit/kubelet/live-kubelet.js';
import { normalized, readRecording, type RecordedCall } from '../unit/kubelet/recording.js';

const timeoutMs = 10_000;

type Story = (life: PodLife, runtime: FakeRuntime) => Promise<unknown>;

const running: Story = (life) =>
  life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
const over: Story = (life) => life.until(({ terminated }) => terminated, { timeoutMs });

/** The third instance has ended, and the one before it has been removed. */
function isThird([latest, ...older]: readonly ContainerView[] = []): boolean {
  return latest?.attempt === 2 && latest.state === 'exited' && older.length === 0;
}

/** What happened to each pod before it was deleted. */
const stories: Readonly<Record<string, Story>> = {
  'happy-one': running,
  'happy-two': running,
  'prestop-ok': running,
  'prestop-slow': running,
  'term-ignored': running,
  'grace-zero': running,
  'init-ok': running,
  'poststart-ok': running,
  'poststart-sleep': running,
  'poststart-slow': running,
  'prestop-sleep': running,
  'share-pid': running,
  'host-network': running,
  'term-exit-143': running,
  'env-args': running,
  'dns-default': running,
  'qos-guaranteed': running,
  'image-latest-default': running,
  'init-fail-never': over,
  'exit-never': over,
  'poststart-fail': over,
  'poststart-fail-always': (life) =>
    life.until(({ containers }) => isThird(containers.get('app')), { timeoutMs }),
  'exit-always': (life) => life.until(({ containers }) => isThird(containers.get('app')), { timeoutMs }),
  'image-missing': (life, runtime) =>
    life.until(() => runtime.calls.filter(({ rpc }) => rpc === 'PullImage').length === 2, { timeoutMs }),
  'image-bad-name': (life) => life.until(({ failedSyncs }) => failedSyncs === 2, { timeoutMs }),
  'sandbox-killed': async (life, runtime) => {
    await running(life, runtime);
    runtime.killSandbox(life.view().sandbox ?? '');
    await life.until(
      ({ sandboxes, phase, syncing }) => sandboxes.length === 2 && phase === 'Running' && !syncing,
      { timeoutMs },
    );
  },
};

it.concurrent.each(Object.keys(stories))(
  '%s: the calls of the real kubelet',
  async (name) => {
    const { pod, calls } = readRecording(name);
    const made = await play(name, pod);
    expect(story(made)).toEqual(story(calls));
  },
  30_000,
);

it('reads what the real kubelet read, in its order', async () => {
  const { pod, calls } = readRecording('happy-two');
  const made = (await play('happy-two', pod)).filter((call) => !isListOfAll(call));
  expect(made.map(({ rpc }) => rpc)).toEqual(calls.map(({ rpc }) => rpc));
});

async function play(
  name: string,
  pod: Parameters<LiveKubelet['kubelet']['add']>[0],
): Promise<readonly RecordedCall[]> {
  const runtime = new FakeRuntime();
  runtime.missingImages.add('127.0.0.1:5001/missing:1');
  const live = liveKubelet(runtime, { source: 'file' });
  try {
    const life = live.kubelet.add(pod);
    await stories[name]?.(life, runtime);
    expect(await life.delete()).toBe('terminated');
    await life.collectGarbage();
    return runtime.calls.map((call) =>
      asRecorded(call, runtime, [
        [life.uid, '<uid>'],
        [live.dir, ''],
      ]),
    );
  } finally {
    await live.end();
  }
}

/** Ids, directories and the image as in the recordings. */
function asRecorded(
  call: MadeCall,
  runtime: FakeRuntime,
  names: readonly (readonly [string, string])[],
): RecordedCall {
  const all: [string, string][] = [
    ...runtime.names(),
    ...names.map(([from, to]): [string, string] => [from, to]),
    ['"/logs/', '"/var/log/pods/'],
    ['"/root/', '"/var/lib/kubelet/'],
  ];
  return {
    rpc: call.rpc,
    deadline_ms: call.deadlineMs,
    request: normalized(call.request, all) as RecordedCall['request'],
  };
}

/** Everything but the reads; stops that were sent at the same time in the order of their names. */
function story(calls: readonly RecordedCall[]): readonly unknown[] {
  const kept = calls
    .filter(({ rpc }) => rpc === 'ImageStatus' || !(rpc.endsWith('Status') || rpc.startsWith('List')))
    .map(({ rpc, deadline_ms: deadline, request }) => ({
      rpc,
      deadlineSeconds: deadline === null ? null : Math.round(deadline / 1000),
      request: withoutImageId(normalized(request)),
    }));
  return kept.map((call, at) => {
    if (call.rpc !== 'StopContainer') return call;
    let first = at;
    while (kept[first - 1]?.rpc === 'StopContainer') first -= 1;
    let last = at;
    while (kept[last + 1]?.rpc === 'StopContainer') last += 1;
    const together = kept
      .slice(first, last + 1)
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    return together[at - first];
  });
}

/** Which id an image has is the runtime's affair. */
function withoutImageId(request: unknown): unknown {
  return JSON.parse(JSON.stringify(request).replace(/"sha256:[^"]*"/g, '"<image>"')) as unknown;
}

function isListOfAll({ rpc, request }: RecordedCall): boolean {
  return rpc.startsWith('List') && JSON.stringify(request) === '{"filter":{}}';
}
