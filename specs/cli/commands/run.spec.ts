// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import { stringify } from 'yaml';
import { connectCri } from '#cri/client/grpc-client.js';
import type { Result } from '#results/result.js';
import { complaintsOf } from '../../support/against-schema.js';
import { lies } from '../../support/lies/lies.js';
import { serveLies, type LyingRuntime } from '../../support/lies/lying-runtime.js';
import { openBench, runFiles, type Bench, type CliEnd, type CliProcess } from '../../support/cli/run-cli.js';

jest.setTimeout(90_000);

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  expect(readdirSync(bench.path('tmp'))).toEqual([]);
  await bench.dispose();
});

const run = (...flags: readonly string[]): Promise<CliEnd> =>
  bench.criprobe(['run', '--managed', 'reference', ...flags]);

const written = (name: string): string => readFileSync(bench.path(`out/${name}`), 'utf8');
const resultOf = ({ stdout }: CliEnd): Result => JSON.parse(stdout) as Result;
const contractsOf = (end: CliEnd): readonly string[] => resultOf(end).rulings.map(({ contract }) => contract);
const scenariosOf = (end: CliEnd): readonly string[] => resultOf(end).scenarios.map(({ id }) => id);

interface Junit {
  readonly testsuites: { readonly testsuite: unknown };
}

describe('what a run writes', () => {
  let end: CliEnd;
  beforeEach(async () => {
    end = await run('--only', 'scenario:pod.happy-path', '--json', '--output', bench.path('out'));
  });

  it('a result on stdout and in result.json, recording, JUnit and a page', () => {
    expect(end.exit).toBe(0);
    expect(complaintsOf('result', resultOf(end))).toEqual([]);
    expect(written('result.json')).toBe(end.stdout);
    expect(readdirSync(bench.path('out')).sort()).toEqual(runFiles);

    const xml = written('junit.xml');
    const parser = new XMLParser({ ignoreAttributes: false });
    const cases = JSON.stringify((parser.parse(xml) as Junit).testsuites).match(/"@_classname"/g) ?? [];
    expect(cases).toHaveLength(resultOf(end).rulings.length);

    const page = written('index.html');
    expect(page).toContain('pod.happy-path');
    expect(page.match(/(?:src|href|action|data)\s*=\s*["']?(?:https?:)?\/\//gi) ?? []).toEqual([]);
    expect(page.match(/url\(|@import|<link|<script[^>]+src/gi) ?? []).toEqual([]);
  });
});

describe('where a run writes', () => {
  it('is a directory per run, and `latest` is the last', async () => {
    const results = bench.path('cwd/criprobe-results');
    const latest = async (): Promise<string> => {
      expect((await run('--only', 'scenario:runtime.answers')).exit).toBe(0);
      return readlinkSync(`${results}/latest`);
    };
    const [first, second] = [await latest(), await latest()];
    expect(first).not.toBe(second);
    expect(readdirSync(results).sort()).toEqual([first, second, 'latest'].sort());
    expect(existsSync(`${results}/latest/result.json`)).toBe(true);
    const judged = await bench.criprobe(['judge', 'criprobe-results/latest', '--json']);
    expect(judged.stdout).toBe(readFileSync(`${results}/latest/result.json`, 'utf8'));
  });

  it('must be a place that can be written: exit 7, nothing left', async () => {
    writeFileSync(bench.path('file'), '');
    const { exit, stdout, stderr } = await run('--output', bench.path('file/out'), '--json');
    expect(stderr).toContain('[E-OUTPUT]');
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E-OUTPUT', exit: 7 } });
    expect(exit).toBe(7);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
  });
});

describe('what a run is of', () => {
  const out = (): readonly string[] => ['--json', '--output', bench.path('out')];

  it('--only: a scenario and the contracts it exercises', async () => {
    const end = await run('--only', 'scenario:runtime.answers', ...out());
    expect(scenariosOf(end)).toEqual(['runtime.answers']);
    expect(contractsOf(end)).toContain('runtime.version.constant');
    expect(contractsOf(end)).not.toContain('sandbox.stop.idempotent');
  });

  it('--only @file: the ids that stand in it', async () => {
    writeFileSync(bench.path('ids'), '# two\nruntime.version.constant\n\nruntime.version.fields\n');
    const end = await run('--only', `@${bench.path('ids')}`, ...out());
    expect(contractsOf(end)).toEqual(['runtime.version.constant', 'runtime.version.fields']);
    expect(scenariosOf(end)).toContain('runtime.answers');
  });

  it('--only @file that names nothing: one sentence and exit 2, not everything', async () => {
    writeFileSync(bench.path('none'), '# nothing today\n\n');
    const { exit, stderr } = await run('--only', `@${bench.path('none')}`, ...out());
    expect(stderr).toContain('none contains no id');
    expect(exit).toBe(2);
    const empty = await run('--only', '', ...out());
    expect(empty.stderr).toContain('--only is empty');
    expect(empty.exit).toBe(2);
  });

  it('globs and --skip: those, without these', async () => {
    const end = await run('runtime.*', '--skip', 'runtime.version.*', ...out());
    expect(contractsOf(end)).toContain('runtime.status.conditions');
    expect(contractsOf(end).filter((id) => id.startsWith('runtime.version.'))).toEqual([]);
    expect(end.exit).toBe(0);
  });

  it('nothing: exit 5, unless that is allowed', async () => {
    expect(await run('runtime.*', '--skip', '*', ...out())).toMatchObject({ exit: 5 });
    const allowed = await run('runtime.*', '--skip', '*', '--pass-with-no-tests', ...out());
    expect(allowed.exit).toBe(0);
  });
});

describe('--workers', () => {
  it.each([
    [['--managed', 'reference'], 24],
    [['--managed', 'reference', '--workers', '3'], 3],
    [['-r', '/run/none.sock'], 4],
    [['--managed', 'containerd'], 4],
  ])('%j: %d scenarios at a time', async (words, atATime) => {
    const { stdout } = await bench.criprobe(['run', '--dry-run', ...words]);
    expect(stdout).toMatch(new RegExp(`^scenarios .*, ${atATime} at a time$`, 'm'));
  });

  it('1 or 8: the same verdicts', async () => {
    const some = [
      ...[
        'scenario:containers.call-by-call',
        'scenario:containers.two-in-a-pod',
        'scenario:exec.commands',
        'scenario:hooks.pre-stop',
        'scenario:images.pull-and-remove',
      ],
      ...[
        'scenario:jobs.exit-codes',
        'scenario:logs.output',
        'scenario:pod.happy-path',
        'scenario:restart-policy.on-failure',
        'scenario:runtime.answers',
      ],
      ...['scenario:start.bad-entrypoint', 'scenario:stats.twice', 'scenario:stop.grace-one'],
    ].join(',');
    const verdicts = async (workers: string): Promise<readonly string[]> => {
      const end = await run(
        '--only',
        some,
        '--workers',
        workers,
        '--json',
        '--output',
        bench.path(workers),
        '--reporter',
        'none',
      );
      expect(end.exit).toBe(0);
      // Which of several scenarios a held contract names depends on which had its occasion.
      return resultOf(end).rulings.map(({ contract, verdict }) => `${contract} ${verdict}`);
    };
    const alone = await verdicts('1');
    expect(alone.length).toBeGreaterThan(50);
    expect(await verdicts('8')).toEqual(alone);
  });
});

describe('--known-failing', () => {
  const lie = lies.find(({ scenario }) => scenario === 'runtime.answers');
  const broken = lie?.breaks[0] ?? '';
  let lying: LyingRuntime;
  beforeEach(async () => {
    lying = await serveLies(bench.path('cri.sock'), lie?.tell ?? (() => ({})));
  });
  afterEach(() => lying.close());

  async function knowing(...lines: readonly object[]): Promise<CliEnd> {
    writeFileSync(bench.path('known.yaml'), stringify(lines));
    const known = ['--known-failing', bench.path('known.yaml')];
    const target = [
      '-r',
      bench.path('cri.sock'),
      '--only',
      'scenario:runtime.answers',
      '--output',
      bench.path('out'),
    ];
    return bench.criprobe(['run', ...target, ...known]);
  }

  it('excuses what is listed and fails', async () => {
    const { exit, stdout } = await knowing({ id: broken, reason: 'it lies' });
    expect(stdout).toContain(broken);
    expect(exit).toBe(0);
  });

  it.each([
    ['does not list what fails', [], /violated/],
    [
      'lists what holds',
      [{ id: 'runtime.version.fields', reason: 'old' }],
      /^runtime\.version\.fields is listed as failing \(old\) and holds: remove the line$/m,
    ],
    [
      'lists what nobody knows',
      [{ id: 'runtime.no.such', reason: 'old' }],
      /^runtime\.no\.such is listed as failing, but there is no such contract/m,
    ],
    [
      'lists what expired',
      [{ id: broken, reason: 'it lies', expires: '2020-01-01' }],
      /was excused until 2020-01-01$/m,
    ],
  ])('%s: exit 1', async (what, lines, says) => {
    const excused = what === 'does not list what fails' ? [] : [{ id: broken, reason: 'it lies' }];
    const expires = lines.some((line) => line.id === broken);
    const { exit, stdout } = await knowing(...(expires ? [] : excused), ...lines);
    expect(stdout).toMatch(says);
    expect(exit).toBe(1);
  });
});

describe('a run that is cut short', () => {
  let served: CliProcess;
  const socket = (): string => bench.path('cri.sock');
  beforeEach(async () => {
    served = bench.start(['serve', '--as-root', '--listen', socket(), '-q']);
    const cri = connectCri({ runtimeEndpoint: socket() });
    while ((await cri.call('Version', {}, { deadlineMs: 1000 })).kind !== 'ok') await Promise.resolve();
    cri.close();
  });
  afterEach(async () => {
    served.process.kill('SIGTERM');
    await served.end;
  });

  const start = (...flags: readonly string[]): CliProcess =>
    bench.start(['run', '-r', socket(), '--output', bench.path('out'), ...flags]);

  async function left(): Promise<readonly unknown[]> {
    const cri = connectCri({ runtimeEndpoint: socket() });
    const pods = await cri.call('ListPodSandbox', {});
    const containers = await cri.call('ListContainers', {});
    cri.close();
    return [pods, containers].map((list) => (list.kind === 'ok' ? list.response : list));
  }

  it('by --global-timeout: exit 124, a partial result, nothing left', async () => {
    const { exit, stdout } = await start('--global-timeout', '5s', '--workers', '1', '--json').end;
    const result = JSON.parse(stdout) as Result;
    expect(exit).toBe(124);
    expect(complaintsOf('result', result)).toEqual([]);
    expect(written('result.json')).toBe(stdout);
    expect(result.summary.held).toBeGreaterThan(0);
    expect(result.summary.unexercised).toBeGreaterThan(0);
    expect(result.summary.violated).toBe(0);
    expect(await left()).toEqual([{}, {}]);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
  });

  it('by SIGINT: exit 130, reports all the same, nothing left', async () => {
    const running = start('--workers', '2');
    await running.shown('  3/');
    running.process.kill('SIGINT');
    const { exit, stdout } = await running.end;
    expect(exit).toBe(130);
    expect(stdout).toContain('INTERRUPTED');
    expect(readdirSync(bench.path('out')).sort()).toEqual(runFiles);
    const result = JSON.parse(written('result.json')) as Result;
    expect(result.summary.violated).toBe(0);
    expect(await left()).toEqual([{}, {}]);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
  });

  it('by a runtime that goes away: E-RUNTIME-GONE, exit 1, no violation made up', async () => {
    const running = start('--workers', '2');
    await running.shown('  3/');
    served.process.kill('SIGKILL');
    const { exit, stdout } = await running.end;
    expect(stdout).toContain('[E-RUNTIME-GONE]');
    expect(exit).toBe(1);
    const result = JSON.parse(written('result.json')) as Result;
    expect(result.rulings.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
    expect(result.summary.undecided).toBeGreaterThan(0);
    const judged = await bench.criprobe(['judge', bench.path('out'), '--json']);
    expect(judged.stdout).toBe(written('result.json'));
  });
});
