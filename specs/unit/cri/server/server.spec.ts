// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';

import { detectApiVersion } from '#cri/client/detect-api-version.js';
import type { ServedCall } from '#cri/server/handlers.js';
import { serveCri } from '#cri/server/server.js';

import { Scratch } from '../scratch.js';

let scratch: Scratch;

beforeEach(async () => {
  scratch = new Scratch();
  await scratch.open();
});

afterEach(async () => {
  await scratch.close();
});

const named = (name: string): { Version: () => Promise<{ runtime_name: string }> } => ({
  Version: () => Promise.resolve({ runtime_name: name }),
});

describe('the socket of a server', () => {
  it('is for its owner, with the group of all but root, and goes with the server', async () => {
    const server = await scratch.serve(named('x'));
    expect((await stat(scratch.path('cri.sock'))).mode & 0o777).toBe(
      process.getuid?.() === 0 ? 0o600 : 0o660,
    );
    await server[Symbol.asyncDispose]();
    await server.close();
    await expect(stat(scratch.path('cri.sock'))).rejects.toThrow('ENOENT');
  });

  it('replaces one that nobody listens on', async () => {
    const old = createServer();
    await new Promise<void>((resolve) => old.listen(scratch.path('a.sock'), resolve));
    await rename(scratch.path('a.sock'), scratch.path('cri.sock'));
    await new Promise((resolve) => old.close(resolve));
    await scratch.serve(named('new'));
    expect(await scratch.connect().call('Version', {})).toMatchObject({ response: { runtime_name: 'new' } });
  });

  it('does not replace one that somebody listens on', async () => {
    await scratch.serve(named('first'));
    await expect(scratch.serve(named('second'))).rejects.toMatchObject({ code: 'E-SOCKET-TAKEN' });
    expect(await scratch.connect().call('Version', {})).toMatchObject({
      response: { runtime_name: 'first' },
    });
  });

  it('does not replace a file', async () => {
    await writeFile(scratch.path('cri.sock'), 'mine');
    await expect(scratch.serve(named('x'))).rejects.toMatchObject({ code: 'E-SOCKET-TAKEN' });
    expect((await stat(scratch.path('cri.sock'))).size).toBe(4);
  });

  it('needs its directory', async () => {
    const serving = serveCri({ handlers: {}, listen: scratch.path('none/cri.sock') });
    await expect(serving).rejects.toMatchObject({ code: 'E-SOCKET-LISTEN' });
  });
});

describe('a handler', () => {
  it('learns the deadline and the version of the call', async () => {
    const calls: ServedCall[] = [];
    await scratch.serve({
      Version: (_request, call) => {
        calls.push(call);
        return Promise.resolve({});
      },
    });
    await scratch.connect().call('Version', {}, { deadlineMs: 10_000 });
    await scratch.connect({ apiVersion: 'v1alpha2' }).call('Version', {});
    expect(calls.map(({ apiVersion }) => apiVersion)).toEqual(['v1', 'v1alpha2']);
    expect(calls[0]?.deadlineMs).toBeGreaterThan(5000);
    expect(calls[0]?.deadlineMs).toBeLessThanOrEqual(10_001);
    expect(calls[1]).not.toHaveProperty('deadlineMs');
  });

  it('may answer v1alpha2 with fields only v1 has: they are left out', async () => {
    const status = { id: 'c', stop_signal: 'SIGNAL_SIGTERM' } as const;
    await scratch.serve({ ContainerStatus: () => Promise.resolve({ status }) });
    expect(await scratch.connect().call('ContainerStatus', {})).toMatchObject({ response: { status } });
    const old = await scratch.connect({ apiVersion: 'v1alpha2' }).call('ContainerStatus', {});
    expect(old).toMatchObject({ kind: 'ok', response: { status: { id: 'c' } } });
    expect(JSON.stringify(old)).not.toContain('stop_signal');
  });

  it('that answers nonsense is refused as INTERNAL and harms nobody else', async () => {
    await scratch.serve({
      Version: () => Promise.resolve({}),
      Status: () => Promise.resolve({ status: { conditions: 'none' } } as object),
    });
    const client = scratch.connect();
    expect(await client.call('Status', {})).toMatchObject({ kind: 'refused', code: 'INTERNAL' });
    expect(await client.call('Version', {})).toMatchObject({ kind: 'ok' });
  });
});

describe('the version a runtime offers', () => {
  const serveOnly = async (...apiVersions: ('v1' | 'v1alpha2')[]): Promise<void> => {
    const server = await serveCri({ handlers: named('x'), listen: scratch.path('cri.sock'), apiVersions });
    scratch.onClose(() => server.close());
  };
  const detect = (timeoutMs = 5000): ReturnType<typeof detectApiVersion> =>
    detectApiVersion(scratch.path('cri.sock'), timeoutMs);

  it('is v1 when both are there', async () => {
    await serveOnly('v1', 'v1alpha2');
    expect(await detect()).toEqual({ kind: 'v1' });
  });

  it('is v1alpha2 when that is all', async () => {
    await serveOnly('v1alpha2');
    expect(await detect()).toEqual({ kind: 'v1alpha2' });
  });

  it('is none on a gRPC server that is no CRI runtime', async () => {
    await serveOnly();
    expect(await detect()).toMatchObject({
      kind: 'none',
      outcome: { kind: 'refused', code: 'UNIMPLEMENTED' },
    });
  });

  it('is none, and says why, when nobody answers', async () => {
    expect(await detect()).toMatchObject({ kind: 'none', outcome: { reason: 'connection-lost' } });
    await scratch.listen(() => undefined);
    expect(await detect(50)).toMatchObject({ kind: 'none', outcome: { reason: 'client-deadline' } });
  });
});
