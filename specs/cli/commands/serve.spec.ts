// SPDX-License-Identifier: Apache-2.0
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { staleSocket } from '../../support/fake-servers.js';
import { openBench, type Bench, type CliProcess } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
let socket: string;
const clients: CriClient[] = [];
beforeEach(async () => {
  bench = await openBench();
  socket = bench.path('cri.sock');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await bench.dispose();
});

async function serving(...flags: readonly string[]): Promise<CliProcess> {
  const served = bench.start(['serve', '--as-root', '--listen', socket, ...flags]);
  await served.shown('serving CRI on');
  return served;
}

function client(): CriClient {
  const connected = connectCri({ runtimeEndpoint: socket });
  clients.push(connected);
  return connected;
}

const config = { metadata: { name: 'web', namespace: 'default', uid: 'uid-web' }, labels: { app: 'web' } };

const isRoot = process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('serve as root', () => {
  it('refuses until told that clients then have every file of the node', async () => {
    const refused = await bench.criprobe(['serve', '--listen', socket]);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toMatch(
      /Clients of this socket can read and write every file of this node as root/,
    );
    expect(refused.stderr).toContain('--as-root');
    expect(existsSync(socket)).toBe(false);
    const served = await serving();
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    served.process.kill('SIGTERM');
    expect((await served.end).stderr).toContain('Clients of this socket can read and write every file');
  });

  it('asks no other user', async () => {
    const served = bench.start(['serve', '--listen', socket], { uid: 65_534 });
    await served.shown('serving CRI on');
    expect(statSync(socket).mode & 0o777).toBe(0o660);
  });
});

describe('serve', () => {
  it('gives two clients the same world', async () => {
    await serving();
    const [one, other] = [client(), client()];
    const ran = await one.call('RunPodSandbox', { config });
    const id = ran.kind === 'ok' ? ran.response.pod_sandbox_id : ran.message;
    const listed = await other.call('ListPodSandbox', {});
    expect(listed).toMatchObject({ kind: 'ok', response: { items: [{ id, labels: { app: 'web' } }] } });

    one.close();
    expect(await other.call('RemovePodSandbox', { pod_sandbox_id: id ?? '' })).toMatchObject({ kind: 'ok' });
    expect(await other.call('ListPodSandbox', {})).toMatchObject({ kind: 'ok', response: {} });
  });

  it('ends on SIGTERM with what is under way, and its socket is gone', async () => {
    const served = await serving();
    const events = client().stream('GetContainerEvents', {});
    await client().call('RunPodSandbox', { config });
    served.process.kill('SIGTERM');
    expect((await served.end).exit).toBe(143);
    expect((await events.ended).kind).not.toBe('ended');
    expect(existsSync(socket)).toBe(false);
  });

  it('takes the place of a socket whose owner was killed', async () => {
    await staleSocket(socket);
    expect(existsSync(socket)).toBe(true);
    await serving();
    expect(await client().call('Version', {})).toMatchObject({ kind: 'ok' });
    expect(statSync(socket).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o600 : 0o660);
  });

  it('does not take a socket on which somebody listens', async () => {
    await serving();
    const { exit, stderr } = await bench.criprobe(['serve', '--as-root', '--listen', socket]);
    expect(stderr).toContain(`Cannot listen on ${socket}`);
    expect(stderr).toContain('something listens there');
    expect(stderr).toContain('[E-SOCKET-TAKEN]');
    expect(exit).toBeGreaterThan(0);
    expect(await client().call('Version', {})).toMatchObject({ kind: 'ok' });
  });

  it('does not take a file', async () => {
    writeFileSync(socket, 'mine');
    const { exit, stderr } = await bench.criprobe(['serve', '--as-root', '--listen', socket]);
    expect(stderr).toContain('[E-SOCKET-TAKEN]');
    expect(exit).toBeGreaterThan(0);
    expect(statSync(socket).size).toBe(4);
  });

  it('says why there cannot be a socket', async () => {
    const { exit, stderr } = await bench.criprobe([
      'serve',
      '--as-root',
      '--listen',
      bench.path('no/such/cri.sock'),
    ]);
    expect(stderr).toContain('[E-SOCKET-LISTEN]');
    expect(exit).toBeGreaterThan(0);
  });

  it('runs programs as told', async () => {
    await serving('--any-image', '--program', 'job=exits 4 after 0.1 s');
    const cri = client();
    const image = { image: 'registry.example.test/tool:1' };
    expect(await cri.call('PullImage', { image })).toMatchObject({ kind: 'ok' });
    const ran = await cri.call('RunPodSandbox', { config });
    const pod_sandbox_id = ran.kind === 'ok' ? (ran.response.pod_sandbox_id ?? '') : '';
    const made = await cri.call('CreateContainer', {
      pod_sandbox_id,
      sandbox_config: config,
      config: { metadata: { name: 'job' }, image, command: ['job'] },
    });
    const container_id = made.kind === 'ok' ? (made.response.container_id ?? '') : '';
    await cri.call('StartContainer', { container_id });
    const watched = async (): Promise<unknown> => {
      const seen = await cri.call('ContainerStatus', { container_id });
      return seen.kind === 'ok' && seen.response.status?.state === 'CONTAINER_EXITED'
        ? seen.response.status.exit_code
        : watched();
    };
    expect(await watched()).toBe(4);
  });
});
