// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  main,
  openBench,
  runFiles,
  type Bench,
  type CliEnd,
  type RunCliOptions,
} from '../../support/cli/run-cli.js';

jest.setTimeout(120_000);

const nobody = 65_534;
let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  chmodSync(bench.path('cwd'), 0o755);
});
afterEach(() => bench.dispose());

const run = (args: readonly string[], options?: RunCliOptions): Promise<CliEnd> =>
  bench.criprobe(
    [
      'run',
      '--managed',
      'reference',
      '--only',
      'scenario:runtime.answers',
      '--runtime-log',
      'none',
      '-q',
      ...args,
    ],
    options,
  );
/** What a person types; the streams that a spec gives to a child of its own are sockets, which have no path. */
function inShell(line: string): string {
  const script = `${process.execPath} ${main} ${line}`;
  return execFileSync('bash', ['-c', script], { cwd: bench.path('cwd'), env: bench.env, encoding: 'utf8' });
}

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

describe('what a run writes', () => {
  it('is for its owner alone, and nothing else is left beside it', async () => {
    const out = bench.path('cwd/out/deep');
    expect((await run(['-o', 'out/deep', '--junit', 'more/j.xml'])).exit).toBe(0);
    expect(readdirSync(out).sort()).toEqual(runFiles);
    expect(runFiles.map((name) => modeOf(`${out}/${name}`))).toEqual(runFiles.map(() => 0o600));
    expect([out, bench.path('cwd/out'), bench.path('cwd/more')].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(readdirSync(bench.path('cwd/more'))).toEqual(['j.xml']);
  });

  it('follows no link, and replaces what was there with its mode', async () => {
    const out = bench.path('cwd/out');
    mkdirSync(out);
    for (const name of [...runFiles, 'j.xml']) {
      writeFileSync(bench.path(`canary-${name}`), 'CANARY');
      symlinkSync(bench.path(`canary-${name}`), `${out}/${name}`);
    }
    writeFileSync(bench.path('cwd/verdict'), '', { mode: 0o666 });
    expect((await run(['-o', out, '--junit', `${out}/j.xml`])).exit).toBe(0);
    for (const name of [...runFiles, 'j.xml']) {
      expect(readFileSync(bench.path(`canary-${name}`), 'utf8')).toBe('CANARY');
      expect(lstatSync(`${out}/${name}`).isFile()).toBe(true);
    }
  });

  it.each([
    ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
    [
      'a directory',
      (path: string) => {
        mkdirSync(path);
      },
    ],
  ])('is not written where %s has the name: exit 7, and nobody waits for it', async (_, make) => {
    make(bench.path('cwd/j.xml'));
    const { exit, stderr } = await run(['--junit', 'j.xml']);
    expect(stderr).toMatch(/j\.xml exists, and is not a regular file/);
    expect(stderr).toContain('[E-OUTPUT]');
    expect(exit).toBe(7);
  });

  it.each(['--junit /dev/stdout | cat', '--junit >(cat) | cat'])(
    'may go to a stream that a shell opened: %s',
    (through) => {
      expect(inShell(`run --managed reference --only scenario:runtime.answers -q ${through}`)).toContain(
        '<testsuites',
      );
    },
  );
});

describe('calls of play', () => {
  const container = { name: 'main', image: 'registry.test/box:1', command: ['/box', 'exit 0'] };
  const spec = { restartPolicy: 'Never', containers: [container] };
  const job = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
  const play = (calls: string): Promise<CliEnd> =>
    bench.criprobe(['play', '-', '--managed', 'reference', '--calls', calls, '-q'], { input: job });

  it('are for their owner alone, also when a file of that name was there', async () => {
    writeFileSync(bench.path('cwd/calls'), 'old', { mode: 0o644 });
    await play('calls');
    expect(modeOf(bench.path('cwd/calls'))).toBe(0o600);
    expect(readFileSync(bench.path('cwd/calls'), 'utf8')).toMatch(/^\{"rpc":"/);
  });

  it('follow no link', async () => {
    writeFileSync(bench.path('canary'), 'CANARY');
    symlinkSync(bench.path('canary'), bench.path('cwd/calls'));
    await play('calls');
    expect(readFileSync(bench.path('canary'), 'utf8')).toBe('CANARY');
    expect(lstatSync(bench.path('cwd/calls')).isFile()).toBe(true);
  });

  it('go to /dev/stdout, and not into a FIFO', async () => {
    writeFileSync(bench.path('cwd/pod.json'), job);
    expect(inShell('play pod.json --managed reference --calls /dev/stdout -q | cat')).toMatch(/^\{"rpc":"/m);
    execFileSync('mkfifo', [bench.path('cwd/fifo')]);
    const { exit, stderr } = await play('fifo');
    expect(stderr).toContain('[E-EVIDENCE-WRITE]');
    expect(exit).toBe(7);
  });
});

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('an output directory, as root', () => {
  const out = (): string => bench.path('cwd/out');
  beforeEach(() => {
    mkdirSync(out());
  });

  it.each<[string, { owner?: number; mode: number; of: string; says: string }]>([
    ['of another user', { owner: nobody, mode: 0o755, of: 'cwd/out', says: 'belongs to user 65534' }],
    ['that everybody may write', { mode: 0o777, of: 'cwd/out', says: 'is writable by everybody' }],
    ['below one of another user', { owner: nobody, mode: 0o755, of: 'cwd', says: 'belongs to user 65534' }],
  ])('%s is refused: exit 2, and nothing is written', async (_, { owner = 0, mode, of, says }) => {
    chownSync(bench.path(of), owner, owner);
    chmodSync(bench.path(of), mode);
    for (const args of [
      ['-o', out()],
      ['--reporter', 'none', '-o', bench.path('good'), '--junit', `${out()}/j.xml`],
    ]) {
      const { exit, stderr } = await run(args);
      expect(stderr).toMatch(new RegExp(`Writing to .* is refused: ${bench.path(of)} ${says}`));
      expect(stderr).toContain('[E-UNTRUSTED]');
      expect(exit).toBe(2);
      expect(readdirSync(out())).toEqual([]);
    }
  });

  it('criprobe-results of another user in a shared directory is refused', async () => {
    mkdirSync(bench.path('cwd/criprobe-results'));
    chownSync(bench.path('cwd/criprobe-results'), nobody, nobody);
    chmodSync(bench.path('cwd'), 0o1777);
    const { exit, stderr } = await run([]);
    expect(stderr).toMatch(/criprobe-results belongs to user 65534/);
    expect(exit).toBe(2);
  });

  it('that is sticky and ours is fine', async () => {
    chmodSync(out(), 0o1777);
    expect((await run(['-o', out()])).exit).toBe(0);
  });

  it('of whoever called sudo is fine', async () => {
    chownSync(out(), nobody, nobody);
    const { exit } = await run(['-o', out()], { env: { SUDO_UID: String(nobody) } });
    expect(exit).toBe(0);
  });
});

describe('an output directory that is deleted during a run', () => {
  it('ends it with exit 7, cleaned up', async () => {
    const out = bench.path('cwd/out');
    const only = ['--only', 'scenario:stop.slow-handler'];
    const running = bench.start(['run', '--managed', 'reference', ...only, '-o', out]);
    const began = (): boolean =>
      existsSync(`${out}/evidence.jsonl`) &&
      readFileSync(`${out}/evidence.jsonl`, 'utf8').includes('"rpc":"StartContainer"');
    while (!began() && running.process.exitCode === null) await pause(10);
    rmSync(out, { recursive: true });
    const { exit, stderr } = await running.end;
    expect(stderr).toMatch(/The evidence disappeared during the run: .*\[E-EVIDENCE-WRITE\]/);
    expect(exit).toBe(7);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  });
});
