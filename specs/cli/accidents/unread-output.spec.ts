// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { main, openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
let reader: number;
beforeEach(async () => {
  bench = await openBench();
  execFileSync('mkfifo', [bench.path('fifo')]);
  reader = openSync(bench.path('fifo'), constants.O_RDWR | constants.O_NONBLOCK);
  fill(reader);
});
afterEach(async () => {
  closeSync(reader);
  await bench.dispose();
});

/** Whoever writes to the pipe next has to wait until somebody reads. */
function fill(pipe: number): void {
  try {
    for (;;) writeSync(pipe, 'x'.repeat(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
}

/** Told to end when it has said so much on stderr; answers its exit code, null if it had to be killed. */
async function endedWhile(words: readonly string[], says: RegExp): Promise<number | null> {
  const stdout = openSync(bench.path('fifo'), constants.O_WRONLY | constants.O_NONBLOCK);
  const child = spawn(process.execPath, [main, ...words], {
    cwd: bench.path('cwd'),
    env: bench.env,
    stdio: ['ignore', stdout, 'pipe'],
  });
  closeSync(stdout);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  while (!says.test(stderr) && child.exitCode === null) await sleep(20);
  await sleep(700);
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  const hangs = setTimeout(() => child.kill('SIGKILL'), 25_000);
  const code = await exit;
  clearTimeout(hangs);
  return code;
}

it('run --ndjson ends when it is told to, though nobody reads', async () => {
  const words = ['run', '--managed', 'reference', '--ndjson', '-o', bench.path('out')];
  expect(await endedWhile(words, /\[ *1\//)).toBe(143);
  expect(readdirSync(bench.path('state/runs'))).toEqual([]);
});

it.each([['--calls', '/dev/stdout']])(
  'play %s %s ends when it is told to, though nobody reads',
  async (...to) => {
    const spec = {
      restartPolicy: 'Never',
      containers: [{ name: 'a', image: 'registry.test/box:1', command: ['/box'] }],
    };
    writeFileSync(
      bench.path('pod.yaml'),
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec }),
    );
    const words = ['play', bench.path('pod.yaml'), '--managed', 'reference', '--hold', '10m', ...to];
    expect(await endedWhile(words, /^runtime /m)).toBe(143);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
  },
);

it('a report to /dev/stdout ends when it is told to, though nobody reads', async () => {
  const words = [
    'run',
    '--managed',
    'reference',
    '--only',
    'scenario:runtime.answers',
    '-o',
    bench.path('out'),
  ];
  expect(await endedWhile([...words, '--junit', '/dev/stdout'], /\[ *1\//)).toBe(143);
});
