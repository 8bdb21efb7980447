// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { main, openBench, type Bench, type CliEnd, type RunCliOptions } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

const nobody = 65_534;
let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  chmodSync(bench.path('cwd'), 0o755);
});
afterEach(() => bench.dispose());

/** A program that leaves a file when it is run. */
function canary(path: string): void {
  writeFileSync(path, `#!/bin/sh\ntouch ${bench.path('ran')}\necho 'containerd x v2.1.9'\n`, { mode: 0o755 });
}

function given(path: string, owner: number, mode: number): void {
  chownSync(path, owner, owner);
  chmodSync(path, mode);
}

function refused({ exit, stdout, stderr }: CliEnd, says: string): void {
  const text = stdout + stderr;
  expect(text).toContain('[E-UNTRUSTED]');
  expect(text).toContain(says);
  expect(text).toMatch(/fix +.*\b(chmod|chown|cp) /);
  expect(existsSync(bench.path('ran'))).toBe(false);
  expect(text).not.toMatch(/at .*\.js:\d/);
  expect([2, 3]).toContain(exit);
}

/** Giving files away is for root alone, and so is what is tried here. */
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('a config file, as root', () => {
  const config = (): string => bench.path('cwd/criprobe.yaml');
  beforeEach(() => {
    mkdirSync(bench.path('bin'));
    canary(bench.path('bin/containerd'));
    const target = `{name: x, managed: "containerd@${bench.path('bin')}"}`;
    writeFileSync(config(), `apiVersion: criprobe/v1\nkind: Config\ntargets: [${target}]\n`);
  });
  const doctor = (options?: RunCliOptions): Promise<CliEnd> => bench.criprobe(['doctor'], options);

  it('is followed when it is ours: its binary is run', async () => {
    await doctor();
    expect(existsSync(bench.path('ran'))).toBe(true);
  });

  it.each<[string, { owner?: number; mode: number; of: string; says: string }]>([
    [
      'of another user',
      { owner: nobody, mode: 0o644, of: 'cwd/criprobe.yaml', says: 'belongs to user 65534' },
    ],
    ['that everybody may write', { mode: 0o666, of: 'cwd/criprobe.yaml', says: 'is writable by everybody' }],
    [
      'that a group may write',
      { mode: 0o664, of: 'cwd/criprobe.yaml', says: 'is writable by its group (mode 0664)' },
    ],
    [
      'in a directory of another user',
      { owner: nobody, mode: 0o755, of: 'cwd', says: 'belongs to user 65534' },
    ],
    ['in a directory that everybody may write', { mode: 0o777, of: 'cwd', says: 'is writable by everybody' }],
  ])('%s is refused with exit 2, before anything of it is done', async (_, { owner = 0, mode, of, says }) => {
    given(bench.path(of), owner, mode);
    for (const args of [['doctor'], ['run'], ['run', '--config', config()]]) {
      const end = await bench.criprobe(args);
      refused(end, `${bench.path(of)} ${says}`);
      expect(end.exit).toBe(2);
    }
  });

  it('of whoever called sudo is followed', async () => {
    given(bench.path('cwd'), nobody, 0o775);
    given(config(), nobody, 0o664);
    await doctor({ env: { SUDO_UID: String(nobody) } });
    expect(existsSync(bench.path('ran'))).toBe(true);
  });

  it('of their own is followed for ordinary users, however it may be written, and nobody else’s', async () => {
    given(config(), nobody, 0o666);
    const runs = await bench.criprobe(['doctor', '--managed', 'reference'], { uid: nobody });
    expect(runs.exit).toBe(0);
    given(config(), 1, 0o644);
    const foreign = await bench.criprobe(['doctor', '--managed', 'reference'], { uid: nobody });
    expect(foreign.exit).toBe(2);
    refused(foreign, 'belongs to user 1');
  });
});

asRoot('a managed runtime, as root', () => {
  const managed = (spec: string, command = 'run'): Promise<CliEnd> =>
    bench.criprobe([command, '--managed', spec, ...(command === 'run' ? ['scenario:pod.happy-path'] : [])]);
  beforeEach(() => {
    mkdirSync(bench.path('bin'));
    canary(bench.path('bin/containerd'));
    canary(bench.path('bin/crio'));
  });

  it.each(['containerd', 'crio'])(
    '%s of another user, or in a place of others, is not even asked for its version',
    async (name) => {
      const bin = bench.path('bin');
      given(`${bin}/${name}`, nobody, 0o755);
      refused(await managed(`${name}@${bin}`), `${bin}/${name} belongs to user 65534`);
      refused(await managed(`${name}@${bin}`, 'doctor'), `${bin}/${name} belongs to user 65534`);
      given(`${bin}/${name}`, 0, 0o775);
      refused(await managed(`${name}@${bin}`), `${bin}/${name} is writable by its group (mode 0775)`);
      given(`${bin}/${name}`, 0, 0o755);
      given(bin, 0, 0o1777);
      refused(await managed(`${name}@${bin}`), `${bin} is writable by everybody (mode 1777)`);
    },
  );

  it('from PATH is not run when others may write it, also where nobody asked for it', async () => {
    given(bench.path('bin/containerd'), nobody, 0o755);
    given(bench.path('bin/crio'), nobody, 0o755);
    const env = { PATH: `${bench.path('bin')}:${process.env['PATH'] ?? ''}` };
    for (const args of [
      ['run', '--managed', 'containerd'],
      ['run', '--managed', 'crio'],
    ])
      refused(await bench.criprobe(args, { env }), 'belongs to user 65534');
    const { stdout, exit } = await bench.criprobe(['doctor', '--managed', 'reference'], { env });
    expect(stdout).toMatch(/--managed containerd would not work: Running .* belongs to user 65534/);
    expect(exit).toBe(0);
    expect(existsSync(bench.path('ran'))).toBe(false);
  });

  it('from a folder is not built with a file that others may write', async () => {
    mkdirSync(bench.path('folder/deep'), { recursive: true });
    writeFileSync(bench.path('folder/Dockerfile'), 'FROM scratch\n');
    writeFileSync(bench.path('folder/deep/file'), '');
    given(bench.path('folder/deep/file'), nobody, 0o644);
    const end = await managed(`container:${bench.path('folder')}`);
    refused(end, `${bench.path('folder/deep/file')} belongs to user 65534`);
  });
});

it('lets nobody write what it makes, however lax the umask of the shell', async () => {
  const script = `umask 000; exec "$@"`;
  const words = ['serve', '--as-root', '--listen', bench.path('s'), '-q'];
  const serving = spawn('bash', ['-c', script, 'bash', process.execPath, main, ...words], {
    env: bench.env,
    stdio: 'ignore',
  });
  while (!existsSync(bench.path('s'))) await sleep(20);
  const umask = /^Umask:\s+(\d+)$/m.exec(readFileSync(`/proc/${String(serving.pid)}/status`, 'utf8'))?.[1];
  const ended = new Promise((resolve) => serving.on('exit', resolve));
  serving.kill('SIGTERM');
  await ended;
  expect(umask).toBe('0022');
});
