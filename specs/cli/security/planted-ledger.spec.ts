// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench, type CliEnd, type RunCliOptions } from '../../support/cli/run-cli.js';

jest.setTimeout(120_000);

const nobody = 65_534;
let bench: Bench;
let bystander: ChildProcess | undefined;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  bystander?.kill('SIGKILL');
  bystander = undefined;
  await bench.dispose();
});

const ledger = (): string => bench.path('planted/runs/abc123.jsonl');
const cleanup = (...more: readonly string[]): Promise<CliEnd> =>
  bench.criprobe(['cleanup', ...more], { env: { CRIPROBE_STATE: bench.path('planted') } });

/** A ledger that names what is not ours. */
function plant(...steps: readonly object[]): void {
  mkdirSync(bench.path('planted/runs'), { recursive: true, mode: 0o700 });
  const head = { run: 'abc123', pid: 4_000_000, startTicks: '1', startedAt: '2026-01-01', namespace: 'n' };
  const lines = [head, ...steps.map((step) => ({ kind: 'step', step }))];
  writeFileSync(ledger(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
}

/** Everything a planted ledger did on the old code. */
function attack(): readonly object[] {
  const victim = bench.path('victim');
  mkdirSync(victim);
  writeFileSync(join(victim, 'passwd'), 'root:x\n');
  bystander = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const { pid = 0 } = bystander;
  const startTicks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21] ?? '';
  return [
    { kind: 'files', folder: victim, mentioning: 'root' },
    { kind: 'setting', path: `/proc/sys/../..${victim}/passwd`, value: 'evil' },
    { kind: 'process-group', pid, startTicks },
    {
      kind: 'runtime-down',
      command: `touch ${bench.path('ran')}`,
      cwd: '/',
      endpoint: 'unix:///run/none.sock',
    },
  ];
}

function everythingIsWhole(): void {
  expect(readFileSync(bench.path('victim/passwd'), 'utf8')).toBe('root:x\n');
  expect(readdirSync(bench.path('victim'))).toEqual(['passwd']);
  expect(bystander?.exitCode).toBeNull();
  expect(bystander?.signalCode).toBeNull();
  expect(existsSync(bench.path('ran'))).toBe(false);
}

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('a ledger, as root', () => {
  it.each<[string, () => void, string]>([
    [
      'of another user',
      () => {
        chownSync(ledger(), nobody, nobody);
      },
      'belongs to user 65534',
    ],
    [
      'that others may write',
      () => {
        chmodSync(ledger(), 0o606);
      },
      'is writable by everybody',
    ],
    [
      'in the state of another user',
      () => {
        chownSync(bench.path('planted'), nobody, nobody);
      },
      'belongs to user 65534',
    ],
    [
      'in a state that others may write',
      () => {
        chmodSync(bench.path('planted'), 0o775);
      },
      'is writable by its group',
    ],
  ])('%s is named and not obeyed', async (_, loosen, says) => {
    plant(...attack());
    loosen();
    const { exit, stdout } = await cleanup();
    expect(stdout).toMatch(new RegExp(`^still there {2}ledger ${ledger()} is ignored: .* ${says}`, 'm'));
    expect(exit).toBe(1);
    everythingIsWhole();
    expect(existsSync(ledger())).toBe(true);
  });
});

describe('a ledger of ours', () => {
  it('is obeyed in what we would have written alone, and the rest is named', async () => {
    const [files = {}, setting = {}] = attack();
    plant(files, setting, { kind: 'process-group', pid: 1, startTicks: '1' }, { kind: 'bridge', name: 'lo' });
    const { exit, stdout } = await cleanup();
    expect(
      stdout.match(/^still there {2}a ledger line that criprobe did not write, ignored: \{.*\}$/gm),
    ).toHaveLength(4);
    expect(exit).toBe(1);
    everythingIsWhole();
  });
});

describe('the state directory', () => {
  const run = (state: string): Promise<CliEnd> =>
    bench.criprobe(['run', '--managed', 'reference', '--only', 'scenario:pod.happy-path', '-q'], {
      env: { CRIPROBE_STATE: state },
    });

  it('may be open to be read: what is in it is not', async () => {
    mkdirSync(bench.path('open/work'), { recursive: true, mode: 0o755 });
    chmodSync(bench.path('open/work'), 0o777);
    expect((await run(bench.path('open'))).exit).toBe(0);
    for (const name of ['work', 'runs'])
      expect(statSync(bench.path(`open/${name}`)).mode & 0o777).toBe(0o700);
  });

  asRoot('as root', () => {
    it.each<[string, (path: string) => void, string]>([
      [
        'of another user',
        (path) => {
          chownSync(path, nobody, nobody);
        },
        'belongs to user 65534',
      ],
      [
        'that everybody may write',
        (path) => {
          chmodSync(path, 0o777);
        },
        'is writable by everybody',
      ],
      [
        'with runs of another user in it',
        (path) => {
          chownSync(`${path}/runs`, nobody, nobody);
        },
        'belongs to user 65534',
      ],
    ])('%s is refused', async (_, loosen, says) => {
      mkdirSync(bench.path('loose/runs'), { recursive: true, mode: 0o755 });
      loosen(bench.path('loose'));
      const { exit, stderr } = await run(bench.path('loose'));
      expect(stderr).toMatch(
        new RegExp(`Keeping the state of runs in .* is refused: .* ${says}.*\\[E-UNTRUSTED\\]`),
      );
      expect(exit).toBe(2);
    });

    it('keeps the Secrets of a pod from everybody else', async () => {
      mkdirSync(bench.path('open'), { mode: 0o755 });
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's' },
        stringData: { pw: 'CANARY' },
      };
      const container = {
        name: 'main',
        image: 'registry.test/box:1',
        command: ['/box', 'print ready', 'wait'],
        volumeMounts: [{ name: 'v', mountPath: '/v' }],
      };
      const spec = { containers: [container], volumes: [{ name: 'v', secret: { secretName: 's' } }] };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
      writeFileSync(bench.path('pod.yaml'), `${JSON.stringify(secret)}\n---\n${JSON.stringify(pod)}\n`);
      const playing = bench.start(
        ['play', bench.path('pod.yaml'), '--managed', 'reference', '--hold', '10m'],
        { env: { CRIPROBE_STATE: bench.path('open') } },
      );
      await playing.shown('p: Running');
      const work = bench.path('open/work');
      const all = readdirSync(work, { recursive: true, encoding: 'utf8' });
      const files = all.filter((name) => name.endsWith('/v/pw')).map((name) => join(work, name));
      expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['CANARY']);
      const read = spawnSync('cat', files, { uid: nobody, gid: nobody, encoding: 'utf8' });
      expect(read).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('Permission denied'),
      });
      playing.process.kill('SIGINT');
      expect((await playing.end).exit).toBe(130);
    });
  });
});

describe('a dead run on a runtime that is there and never answers', () => {
  let silent: Server;
  beforeEach(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(bench.path('silent.sock'), resolve));
  });
  afterEach(() => {
    silent.close();
  });

  function plantOnIt(): string {
    plant();
    const endpoint = `unix://${bench.path('silent.sock')}`;
    const line = { kind: 'endpoint', endpoint, imageEndpoint: endpoint, owned: false };
    writeFileSync(ledger(), `${JSON.stringify(line)}\n`, { flag: 'a' });
    return endpoint;
  }
  const elsewhere = (): RunCliOptions => ({ env: { CRIPROBE_STATE: bench.path('planted') } });

  it('is said in one line with what to do, and holds the next run on it up for less than 10 s', async () => {
    const endpoint = plantOnIt();
    const running = bench.start(['run', '-r', endpoint, '--only', 'scenario:pod.happy-path'], elsewhere());
    const beganMs = performance.now();
    await running.shown('run abc123 was killed');
    expect(performance.now() - beganMs).toBeLessThan(10_000);
    const { exit, stderr } = await running.end;
    expect(stderr).toMatch(
      /^run abc123 was killed: removed 0 things it left, still there: objects on .*silent\.sock: it does not answer \(criprobe cleanup --run abc123\)$/m,
    );
    expect(exit).toBe(3);
  });

  it('is named in one line to a run on another runtime, and left alone', async () => {
    const endpoint = plantOnIt();
    const only = ['--only', 'scenario:pod.happy-path'];
    const { exit, stderr } = await bench.criprobe(['run', '--managed', 'reference', ...only], elsewhere());
    expect(stderr).toContain(
      `left alone, from runs that were killed: abc123 (${endpoint}); criprobe cleanup`,
    );
    expect(exit).toBe(0);
  });
});
