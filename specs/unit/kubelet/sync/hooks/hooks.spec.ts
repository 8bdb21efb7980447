// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Lifecycle, Pod } from '#pod/pod.js';
import { FakeRuntime } from '../../fake-runtime.js';
import { liveKubelet, type LiveKubelet } from '../../live-kubelet.js';

const steady = ['trap "exit 0" TERM; while'];
const timeoutMs = 5000;

describe('lifecycle hooks and the order of the end', () => {
  let runtime: FakeRuntime;
  let live: LiveKubelet;
  let server: Server;
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const held: (() => void)[] = [];

  beforeEach(async () => {
    runtime = new FakeRuntime();
    live = liveKubelet(runtime);
    asked.length = 0;
    headers.length = 0;
    held.length = 0;
    server = createServer((request, answer) => {
      asked.push(request.url ?? '');
      headers.push(request.headers);
      if (request.url === '/hang') {
        held.push(() => answer.end());
        return;
      }
      answer.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await live.end();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const podWith = (lifecycle: Lifecycle, spec: Partial<Pod['spec']> = {}): Pod => ({
    metadata: { name: 'p' },
    spec: {
      containers: [{ name: 'a', image: 'box:1', command: steady, lifecycle }],
      terminationGracePeriodSeconds: 3,
      ...spec,
    },
  });
  const port = (): number => (server.address() as AddressInfo).port;
  const sent = (rpc: string): unknown[] =>
    runtime.calls.filter((call) => call.rpc === rpc).map(({ request }) => request);

  it('an HTTP hook is well with any answer', async () => {
    const life = live.kubelet.add(
      podWith({ postStart: { httpGet: { host: '127.0.0.1', port: port(), path: '/up' } } }),
    );
    expect(await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs })).toBe(
      true,
    );
    expect(asked).toEqual(['/up']);
    expect(sent('StopContainer')).toEqual([]);
  });

  it('an HTTP hook says who asks, and sends the headers of the manifest', async () => {
    const httpHeaders = [{ name: 'X-A', value: '1' }];
    const life = live.kubelet.add(
      podWith({ postStart: { httpGet: { host: '127.0.0.1', port: port(), httpHeaders } } }),
    );
    await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
    expect(headers[0]).toMatchObject({ 'user-agent': 'kube-lifecycle/1.37', accept: '*/*', 'x-a': '1' });
  });

  it('a hook meant for TLS falls back once, without what was secret', async () => {
    const httpHeaders = [
      { name: 'authorization', value: 'secret' },
      { name: 'X-A', value: '1' },
    ];
    const action = { host: '127.0.0.1', port: port(), scheme: 'HTTPS', httpHeaders } as const;
    const life = live.kubelet.add(podWith({ postStart: { httpGet: action } }));
    await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
    expect(sent('StopContainer')).toEqual([]);
    expect(headers).toHaveLength(1);
    expect(headers[0]).toMatchObject({ 'x-a': '1' });
    expect(headers[0]).not.toHaveProperty('authorization');
  });

  it('an older kubelet asks in plain HTTP, below one more slash', async () => {
    await live.end();
    live = liveKubelet(runtime, { version: '1.20' });
    const action = { host: '127.0.0.1', port: port(), scheme: 'HTTPS', path: '/up' } as const;
    const life = live.kubelet.add(podWith({ postStart: { httpGet: action } }));
    await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs });
    expect(asked).toEqual(['//up']);
  });

  it('a hanging HTTP hook keeps its pod waiting until it answers', async () => {
    const life = live.kubelet.add(
      podWith({ postStart: { httpGet: { host: '127.0.0.1', port: port(), path: '/hang' } } }),
    );
    await life.until(({ containers }) => containers.has('a'), { timeoutMs });
    expect(await life.until(({ syncing }) => !syncing, { timeoutMs: 200 })).toBe(false);
    for (const release of held.splice(0)) release();
    expect(await life.until(({ syncing }) => !syncing, { timeoutMs })).toBe(true);
    expect(sent('StopContainer')).toEqual([]);
  });

  it('a sleep takes its time, and is no handler before 1.30', async () => {
    const postStart = { sleep: { seconds: 2 } };
    const life = live.kubelet.add(podWith({ postStart }));
    await life.until(({ containers }) => containers.has('a'), { timeoutMs });
    expect(await life.until(({ syncing }) => !syncing, { timeoutMs: 200 })).toBe(false);
    expect(await life.until(({ syncing }) => !syncing, { timeoutMs })).toBe(true);
    expect(sent('StopContainer')).toEqual([]);
    await live.end();
    live = liveKubelet(runtime, { version: '1.28' });
    const older = live.kubelet.add(podWith({ postStart }, { restartPolicy: 'Never' }));
    expect(await older.until(({ terminated }) => terminated, { timeoutMs })).toBe(true);
    expect(sent('StopContainer')).toHaveLength(1);
  });

  it('an HTTP hook without a host asks for the address of the pod', async () => {
    runtime.address = '127.0.0.1';
    const life = live.kubelet.add(podWith({ postStart: { httpGet: { port: port() } } }));
    expect(await life.until(({ phase, syncing }) => phase === 'Running' && !syncing, { timeoutMs })).toBe(
      true,
    );
    expect(asked).toEqual(['/']);
    const rpcs = runtime.calls
      .filter(({ request }) => JSON.stringify(request) !== '{"filter":{}}')
      .map(({ rpc }) => rpc);
    const reads = ['ListPodSandbox', 'ListContainers', 'PodSandboxStatus', 'ContainerStatus'];
    expect(rpcs.slice(rpcs.indexOf('StartContainer') + 1)).toEqual([...reads, ...reads]);
  });

  it.each<[string, Lifecycle['postStart']]>([
    ['nobody listens', { httpGet: { host: '127.0.0.1', port: 1 } }],
    ['the port has no name', { httpGet: { host: '127.0.0.1', port: 'web' } }],
    ['there is no such handler', { tcpSocket: { port: 80 } }],
    ['the command fails', { exec: { command: ['exit 7'] } }],
  ])('a failed postStart hook ends its container: %s', async (_, postStart = {}) => {
    const life = live.kubelet.add(podWith({ postStart }, { restartPolicy: 'Never' }));
    expect(await life.until(({ terminated }) => terminated, { timeoutMs })).toBe(true);
    expect(sent('StopContainer')).toEqual([{ container_id: expect.any(String), timeout: '3' }]);
    expect(live.notes).toContain('postStart hook ended');
  });

  it('ends a sidecar after the container it serves', async () => {
    const sidecar = { name: 's', image: 'box:1', command: steady, restartPolicy: 'Always' as const };
    const slow: Lifecycle = { preStop: { exec: { command: ['sleep 0.2'] } } };
    const life = live.kubelet.add(podWith(slow, { initContainers: [sidecar] }));
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    const id = (name: string): string => life.view().containers.get(name)?.[0]?.id ?? '';
    expect(await life.delete()).toBe('terminated');
    expect(sent('StopContainer')).toEqual([
      { container_id: id('a'), timeout: '3' },
      { container_id: id('s'), timeout: '3' },
    ]);
  });

  it('shows the grace period of the deletion on the wire, never below 2 s', async () => {
    const life = live.kubelet.add(podWith({}));
    await life.until(({ phase }) => phase === 'Running', { timeoutMs });
    expect(await life.delete({ gracePeriodSeconds: 1 })).toBe('terminated');
    expect(sent('StopContainer')).toMatchObject([{ timeout: '2' }]);
  });
});
