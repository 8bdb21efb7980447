// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { openBench, type Bench, type CliProcess } from '../../support/cli/run-cli.js';
import { canMeasure, peakMemoryMb } from '../../support/cli/peak-memory.js';

jest.setTimeout(120_000);

const image = { image: 'registry.example.test/tool:1' };
let bench: Bench;
let served: CliProcess;
let cri: CriClient;
let logs: string;
let sandboxConfig: object;
let pod_sandbox_id: string;
beforeEach(async () => {
  bench = await openBench();
  logs = bench.path('logs');
  mkdirSync(logs);
  served = bench.start(['serve', '--as-root', '--any-image', '--listen', bench.path('cri.sock')]);
  await served.shown('serving CRI on');
  cri = connectCri({ runtimeEndpoint: bench.path('cri.sock') });
  sandboxConfig = { metadata: { name: 'web', namespace: 'default', uid: 'uid-web' }, log_directory: logs };
  await cri.call('PullImage', { image });
  const ran = await cri.call('RunPodSandbox', { config: sandboxConfig });
  pod_sandbox_id = ran.kind === 'ok' ? (ran.response.pod_sandbox_id ?? '') : ran.message;
});
afterEach(async () => {
  cri.close();
  await bench.dispose();
});

async function create(name: string, command: readonly string[], more: object = {}): Promise<string> {
  const config = { metadata: { name }, image, command, log_path: `${name}.log`, ...more };
  const made = await cri.call('CreateContainer', { pod_sandbox_id, sandbox_config: sandboxConfig, config });
  return made.kind === 'ok' ? (made.response.container_id ?? '') : made.message;
}

/** Kind of outcome, and its message. */
async function outcome(rpc: 'StartContainer' | 'ReopenContainerLog', container_id: string): Promise<string> {
  const answer = await cri.call(rpc, { container_id });
  return answer.kind === 'ok' ? 'ok' : `${answer.kind}: ${answer.message}`;
}

const pipe = (path: string): void => {
  execFileSync('mkfifo', [path]);
};

const directory = (path: string): void => {
  mkdirSync(path);
};

const linkTo =
  (target: string) =>
  (path: string): void => {
    symlinkSync(resolve(bench.directory, target), path);
  };

describe('a log that is no file', () => {
  it.each([
    ['a pipe', pipe],
    ['a directory', directory],
    ['a link', linkTo('elsewhere')],
    ['a device', linkTo('/dev/full')],
  ])('%s refuses the start and stops nobody', async (_, make) => {
    writeFileSync(bench.path('elsewhere'), 'mine');
    make(join(logs, 'bad.log'));
    const id = await create('bad', ['sleep', '100']);
    expect(await outcome('StartContainer', id)).toMatch(/log file: /);
    expect(await cri.call('Version', {})).toMatchObject({ kind: 'ok' });
    expect(readFileSync(bench.path('elsewhere'), 'utf8')).toBe('mine');
  });

  it('refuses to be reopened as a pipe, and the old one stays in use', async () => {
    const id = await create('main', ['sleep', '100']);
    expect(await outcome('StartContainer', id)).toBe('ok');
    execFileSync('mv', [join(logs, 'main.log'), join(logs, 'main.log.1')]);
    pipe(join(logs, 'main.log'));
    expect(await outcome('ReopenContainerLog', id)).not.toBe('ok');
    expect(await cri.call('Version', {})).toMatchObject({ kind: 'ok' });
  });
});

describe('files of the host', () => {
  it('that are pipes are neither read nor written, and huge ones not read', async () => {
    pipe(join(logs, 'pipe'));
    writeFileSync(join(logs, 'huge'), '');
    truncateSync(join(logs, 'huge'), 10 * 1024 ** 3);
    const mounts = [{ container_path: '/logs', host_path: logs }];
    const id = await create('main', ['sleep', '100'], { mounts });
    await outcome('StartContainer', id);
    for (const script of ['cat /logs/pipe', 'echo x > /logs/pipe', 'cat /logs/huge']) {
      const answer = await cri.call('ExecSync', {
        container_id: id,
        cmd: ['sh', '-c', script],
        timeout: '20',
      });
      expect([script, answer.kind === 'ok' && answer.response.exit_code]).not.toEqual([script, 0]);
    }
    pipe(join(logs, 'checkpoint.part'));
    const location = join(logs, 'checkpoint');
    expect((await cri.call('CheckpointContainer', { container_id: id, location })).kind).toBe('ok');
    expect(await cri.call('RestorePod', { checkpoint_path: join(logs, 'pipe') })).not.toMatchObject({
      kind: 'ok',
    });
  });
});

(canMeasure ? describe : describe.skip)('a command that computes', () => {
  it('is killed for output that a shell would have to keep', async () => {
    const id = await create('main', ['sleep', '100']);
    await outcome('StartContainer', id);
    const before = peakMemoryMb(served.process.pid);
    const cmd = ['sh', '-c', 'x=$(seq 1 300000000); echo $x'];
    expect(await cri.call('ExecSync', { container_id: id, cmd, timeout: '60' })).toMatchObject({
      kind: 'ok',
      response: { exit_code: 137 },
    });
    expect(peakMemoryMb(served.process.pid) - before).toBeLessThan(200);
  });

  it.each([
    'seq 1 300000000',
    'for i in $(seq 1 500000); do :; done',
    'seq 1 300000000 | sleep 100',
    'seq 1 300000000 | cat',
    'box=1; while :; do echo $box; done',
    'seq 1 300000000 > /tmp/x',
  ])('%s ends in time and in bounds, and others are answered', async (script) => {
    const id = await create('main', ['sleep', '100']);
    await outcome('StartContainer', id);
    const before = peakMemoryMb(served.process.pid);
    const begun = Date.now();
    const over = cri.call('ExecSync', { container_id: id, cmd: ['sh', '-c', script], timeout: '3' });
    let answered = 0;
    const state = { isOver: false };
    void over.finally(() => (state.isOver = true));
    while (!state.isOver) {
      expect(await cri.call('Version', {})).toMatchObject({ kind: 'ok' });
      answered++;
    }
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(answered).toBeGreaterThan(10);
    expect(peakMemoryMb(served.process.pid) - before).toBeLessThan(200);
    expect((await cri.call('ContainerStatus', { container_id: id })).kind).toBe('ok');
  });
});
