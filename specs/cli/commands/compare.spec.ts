// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { complaintsOf } from '../../support/against-schema.js';
import { silentServer, type Fake } from '../../support/fake-servers.js';
import { resultOf, type RuledOn } from '../../support/result-literal.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  const idle = { 'container.start.once': 'unexercised', 'sandbox.stop.idempotent': 'unsupported' } as const;
  const other = {
    'image.list.order': 'unexercised',
    'sandbox.run.ready-at-once': 'unexercised',
  } as const;
  const write = (name: string, result: object): void => {
    writeFileSync(bench.path(name), JSON.stringify(result));
  };
  write('clean.json', resultOf());
  write(
    'crio.json',
    resultOf({ 'sandbox.stop.idempotent': 'violated' }, { name: 'crio', version: '1.34.1' }),
  );
  write('must.json', resultOf({ 'container.start.once': 'undecided' }));
  write('should.json', resultOf({ 'container.status.times-in-window': 'violated' }));
  write('may.json', resultOf({ 'image.list.order': 'undecided' }));
  write('lacking.json', resultOf({ 'container.start.once': 'unsupported' }));
  write('idle.json', resultOf({ ...idle, ...other, 'container.status.times-in-window': 'unexercised' }));
  mkdirSync(bench.path('dir'));
  write('dir/result.json', resultOf());
});
afterAll(() => bench.dispose());

const compare = (...args: readonly string[]): Promise<CliEnd> => bench.criprobe(['compare', ...args]);
const file = (name: string, target: string): string => `${name}=${bench.path(target)}`;

interface Comparison {
  readonly targets: readonly { readonly name: string }[];
  readonly contracts: readonly {
    readonly contract: string;
    readonly verdicts: Readonly<Record<string, string>>;
  }[];
  readonly divergent: readonly { readonly contract: string }[];
  readonly failOn: string;
  readonly ok: boolean;
}

describe('two results that differ', () => {
  const two = (): readonly string[] => [file('old', 'clean.json'), file('new', 'crio.json')];

  it('are put side by side, contract by contract', async () => {
    const { exit, stdout, stderr } = await compare(...two());
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^old +containerd 1\.7\.27 +held 5 · violated 0/m);
    expect(stdout).toMatch(/^new +crio 1\.34\.1 +held 4 · violated 1/m);
    expect(stdout).toMatch(/^contract +level +old +new/m);
    expect(stdout).toMatch(/^sandbox\.stop\.idempotent +MUST +✓ +✗ +differs$/m);
    expect(stdout).toMatch(/^container\.start\.once +MUST +✓ +✓$/m);
    expect(stdout).toContain('Divergent (1)\n');
    expect(stdout).toMatch(/^ +new +✗ violated\n +expected OK\n +actual +NOT_FOUND: gone$/m);
    expect(stdout).toMatch(/agree on 4 of 5 contracts; 1 divergent at --fail-on must\n$/);
    expect(exit).toBe(1);
  });

  it('as JSON: valid against the schema, with what differs', async () => {
    const { exit, stdout, stderr } = await compare(...two(), '--json');
    const comparison = JSON.parse(stdout) as Comparison;
    expect(stderr).toBe('');
    expect(complaintsOf('compare', comparison)).toEqual([]);
    expect(comparison.targets.map(({ name }) => name)).toEqual(['old', 'new']);
    expect(comparison.contracts).toHaveLength(5);
    expect(comparison.divergent.map(({ contract }) => contract)).toEqual(['sandbox.stop.idempotent']);
    expect(comparison).toMatchObject({ failOn: 'must', ok: false });
    expect(exit).toBe(1);
  });

  it('as Markdown: a table', async () => {
    const { exit, stdout } = await compare(...two(), '--markdown');
    expect(stdout).toContain('\n| contract | level | old | new |\n| --- | --- | --- | --- |\n');
    expect(stdout).toMatch(
      /^\| sandbox\.stop\.idempotent \| MUST \| ✓ held \| ✗ violated<br>expected OK<br>actual NOT\\_FOUND: gone \|$/m,
    );
    expect(exit).toBe(1);
  });

  it('begin with the baseline, wherever it was named', async () => {
    const { stdout } = await compare(...two(), '--baseline', 'new', '--json');
    expect((JSON.parse(stdout) as Comparison).targets.map(({ name }) => name)).toEqual(['new', 'old']);
  });

  it('may be three', async () => {
    const { exit, stdout } = await compare(...two(), file('again', 'dir/result.json'), '--json');
    const { contracts } = JSON.parse(stdout) as Comparison;
    const stop = contracts.find(({ contract }) => contract === 'sandbox.stop.idempotent');
    expect(stop?.verdicts).toEqual({ old: 'held', new: 'violated', again: 'held' });
    expect(exit).toBe(1);
  });
});

describe('--fail-on', () => {
  const differing: Readonly<Record<string, RuledOn>> = {
    must: 'container.start.once',
    should: 'container.status.times-in-window',
    may: 'image.list.order',
  };
  const cases = [
    ...(['must', 'should', 'any', 'none'] as const).map((on) => ['must', on, on === 'none' ? 0 : 1] as const),
    ...(['must', 'should', 'any', 'none'] as const).map(
      (on) => ['should', on, on === 'should' || on === 'any' ? 1 : 0] as const,
    ),
    ...(['must', 'should', 'any', 'none'] as const).map((on) => ['may', on, on === 'any' ? 1 : 0] as const),
  ];

  it.concurrent.each(cases)(
    'a difference of level %s, --fail-on %s: exit %d',
    async (level, failOn, code) => {
      const two = [file('a', 'clean.json'), file('b', `${level}.json`)];
      const { exit, stdout } = await compare(...two, '--fail-on', failOn, '--json');
      const { divergent, ok } = JSON.parse(stdout) as Comparison;
      expect(divergent.map(({ contract }) => contract)).toEqual([differing[level]]);
      expect({ ok, exit }).toEqual({ ok: code === 0, exit: code });
    },
  );
});

describe('a feature that only one of them has', () => {
  const two = (): readonly string[] => [file('a', 'clean.json'), file('b', 'lacking.json')];

  it('is shown, and does not make the comparison negative', async () => {
    const { exit, stdout } = await compare(...two(), '--fail-on', 'any');
    expect(stdout).toMatch(/^container\.start\.once +MUST +✓ +○ +feature$/m);
    expect(stdout).toContain('Features that only some have (1)\n');
    expect(stdout).toMatch(/agree on 4 of 5 contracts; none divergent at --fail-on any\n$/);
    expect(exit).toBe(0);
  });

  it('counts with --fail-on-features, from the level of --fail-on on', async () => {
    const counted = await compare(...two(), '--fail-on-features', '--json');
    expect(counted.exit).toBe(1);
    expect(JSON.parse(counted.stdout)).toMatchObject({
      divergent: [],
      features: [{ contract: 'container.start.once', verdicts: { a: 'held', b: 'unsupported' } }],
      failOnFeatures: true,
      ok: false,
    });
    expect((await compare(...two(), '--fail-on-features', '--fail-on', 'none')).exit).toBe(0);
  });
});

describe('--output', () => {
  it('gets the comparison, also of stored results', async () => {
    const out = bench.path('compared');
    const two = [file('a', 'clean.json'), file('b', 'crio.json')];
    const { stdout } = await compare(...two, '--output', out, '--json');
    expect(readFileSync(`${out}/compare.json`, 'utf8')).toBe(stdout);
    expect(readFileSync(`${out}/compare.md`, 'utf8')).toBe((await compare(...two, '--markdown')).stdout);
  });
});

describe('results that agree', () => {
  it('exit 0', async () => {
    const { exit, stdout } = await compare(file('a', 'clean.json'), file('b', 'dir/result.json'));
    expect(stdout).toContain('agree on 5 of 5 contracts');
    expect(exit).toBe(0);
  });

  it('exit 5 when on one of them nothing was executed', async () => {
    const { exit } = await compare(file('a', 'clean.json'), file('b', 'idle.json'), '--fail-on', 'none');
    expect(exit).toBe(5);
  });
});

describe('live targets', () => {
  it('the reference beside itself: nothing differs', async () => {
    const scenarios = [
      '--only',
      'scenario:pod.happy-path,scenario:jobs.exit-codes,scenario:runtime.answers',
      '--output',
      bench.path('out'),
    ];
    const { exit, stdout, stderr } = await compare('one=reference', 'two=reference', ...scenarios, '--json');
    const comparison = JSON.parse(stdout) as Comparison;
    expect(complaintsOf('compare', comparison)).toEqual([]);
    expect(comparison).toMatchObject({ divergent: [], ok: true });
    expect(comparison.contracts.length).toBeGreaterThan(50);
    expect(new Set(comparison.contracts.flatMap(({ verdicts }) => Object.values(verdicts)))).toEqual(
      new Set(['held']),
    );
    expect(stderr).toMatch(/^one:$[^]*^two:$/m);
    expect(exit).toBe(0);

    const again = await compare(
      file('one', 'out/one/result.json'),
      file('two', 'out/two/result.json'),
      '--json',
    );
    expect(JSON.parse(again.stdout)).toMatchObject({ contracts: comparison.contracts, divergent: [] });
  });
});

describe('a target that cannot be compared', () => {
  let silent: Fake;
  beforeAll(async () => {
    silent = await silentServer(bench.path('silent'));
  });
  afterAll(() => silent.close());

  it('because it never answers: exit 3', async () => {
    const { exit, stdout, stderr } = await compare(
      file('a', 'clean.json'),
      file('b', 'silent'),
      '-t',
      '300ms',
    );
    expect(stderr).toContain('[E-HANG]');
    expect(stdout).toBe('');
    expect(exit).toBe(3);
  });

  it('because it is a recording: exit 2, with the command that makes a result of it', async () => {
    writeFileSync(bench.path('evidence.json'), '{"type":"header","schemaVersion":1}\n{"type":"footer"}\n');
    const { exit, stderr } = await compare(file('a', 'clean.json'), file('b', 'evidence.json'));
    expect(stderr).toContain('[E-RESULT]');
    expect(stderr).toContain(`criprobe judge ${bench.path('evidence.json')} --json`);
    expect(exit).toBe(2);
  });

  it('because it contradicts itself: exit 2', async () => {
    const result = resultOf();
    writeFileSync(bench.path('edited.json'), JSON.stringify({ ...result, rulings: result.rulings.slice(1) }));
    const { exit, stderr } = await compare(file('a', 'clean.json'), file('b', 'edited.json'));
    expect(stderr).toContain('summary.held is 5, but the rulings say otherwise');
    expect(exit).toBe(2);
  });
});
