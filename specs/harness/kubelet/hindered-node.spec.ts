// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import type { Pod } from '#pod/pod.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { liveKubelet } from '../../unit/kubelet/live-kubelet.js';

const steady = ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];
const pod: Pod = {
  metadata: { name: 'p', namespace: 'd' },
  spec: {
    terminationGracePeriodSeconds: 1,
    volumes: [{ name: 'v', emptyDir: {} }],
    initContainers: [{ name: 'first', image: 'box:1', command: ['exit 0'] }],
    containers: [
      { name: 'a', image: 'box:1', imagePullPolicy: 'Always', command: steady },
      { name: 'b', image: 'box:1', command: steady, volumeMounts: [{ name: 'v', mountPath: '/v' }] },
    ],
  },
};

const operations = [
  ...[
    'makeDir',
    'writeFile',
    'readFile',
    'readTail',
    'list',
    'link',
    'linkTarget',
    'sizeOf',
    'rename',
    'gzip',
  ],
  ...['look', 'realPath', 'setMode', 'setGroup', 'remove'],
] as const;

function failing(node: NodeFiles, operation: string, isFailing: () => boolean): NodeFiles {
  const look: NodeFiles['look'] = (...given) =>
    isFailing()
      ? Promise.reject(Object.assign(new Error(`ENOSPC: ${operation}`), { code: 'ENOSPC', syscall: 'write' }))
      : node[operation as 'look'](...given);
  return { ...node, [operation]: look };
}

const timeoutMs = 20_000;

it.each(operations)(
  'a pod ends, and with it all that it was, where %s fails for ever',
  async (operation) => {
    const runtime = new FakeRuntime();
    const live = liveKubelet(runtime, {}, (node) => failing(node, operation, () => true));
    const life = live.kubelet.add(pod);
    const hasHadItsTry = await life.until(
      ({ phase, problems }) => phase === 'Running' || problems.length > 0,
      { timeoutMs },
    );
    expect(hasHadItsTry).toBe(true);
    expect(await life.delete({ timeoutMs })).toBe('terminated');
    await live.end();
    const after = await runtime.call('ListContainers', {});
    const left = (after.kind === 'ok' && after.response.containers) || [];
    expect(left.filter(({ state }) => state === 'CONTAINER_RUNNING')).toEqual([]);
    expect(after.kind).toBe('ok');
  },
  60_000,
);

it.each(operations)(
  'a pod comes to run all the same where %s failed at first',
  async (operation) => {
    let isFailing = true;
    const live = liveKubelet(new FakeRuntime(), {}, (node) => failing(node, operation, () => isFailing));
    const life = live.kubelet.add(pod);
    await life.until(({ phase, problems }) => phase === 'Running' || problems.length > 0, { timeoutMs });
    isFailing = false;
    expect(await life.until(({ phase }) => phase === 'Running', { timeoutMs })).toBe(true);
    await live.end();
  },
  60_000,
);
