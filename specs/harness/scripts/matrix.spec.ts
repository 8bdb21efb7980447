// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Result } from '#results/result.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Answers as `criprobe run` does, each time with the next of what it is given. */
const pretended = `
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const args = process.argv.slice(2);
if (args[0] === 'compare') {
  console.log(args.join(' '));
} else if (args[0] === 'judge') {
  process.exitCode = args[args.indexOf('--skip') + 1] === 'a.b' ? 0 : 1;
} else {
  const directory = args[args.indexOf('--output') + 1];
  const all = JSON.parse(process.env.ANSWERS);
  const turn = readdirSync(join(directory, '..')).length;
  const { exit, result, says = '' } = all[(turn - 1) % all.length];
  if (result) writeFileSync(join(directory, 'result.json'), JSON.stringify(result));
  console.log('the whole report');
  process.stderr.write(says);
  process.exitCode = exit;
}
`;

interface Answer {
  readonly exit: number;
  readonly result?: Result;
  readonly says?: string;
}

type Verdict = Result['rulings'][number]['verdict'];

function answer(exit: number, verdicts: Readonly<Record<string, Verdict>>, said?: string): Answer {
  const kinds = Object.values(verdicts);
  const count = (kind: Verdict): number => kinds.filter((one) => one === kind).length;
  return {
    exit,
    result: {
      schemaVersion: 1,
      tool: { name: 'criprobe', version: '0.0.0' },
      target: { name: 'containerd', version: '9.8.7~ds1', endpoint: 'unix:///var/tmp/x/containerd.sock' },
      summary: {
        held: count('held'),
        violated: count('violated'),
        undecided: count('undecided'),
        unexercised: count('unexercised'),
        unsupported: count('unsupported'),
      },
      rulings: Object.entries(verdicts).map(([contract, verdict]) => ({
        contract,
        level: 'must',
        verdict,
        ...(said !== undefined && whyOf(verdict, said)),
        calls: [7],
      })),
      scenarios: [],
      ms: 1,
    },
  };
}

function whyOf(
  verdict: Verdict,
  said: string,
): Pick<Result['rulings'][number], 'expected' | 'actual' | 'reason'> {
  return verdict === 'violated' ? { expected: `no ${said}`, actual: said } : { reason: said };
}

const held = answer(0, { 'a.b': 'held', 'c.d': 'held' });

describe('npm run matrix', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cpm-'));
    const runtimes = [
      { name: 'first', kind: 'reference', version: '1', directory, managed: 'reference' },
      { name: 'crictl-1', kind: 'crictl', version: '1', directory, managed: null },
    ];
    await writeFile(join(directory, 'runtimes.json'), JSON.stringify({ runtimes }));
    await writeFile(join(directory, 'pretended.mjs'), pretended);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function matrix(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly exit: number; readonly text: string }> {
    const output = join(directory, 'published');
    const machine = { ...process.env, DOCKER_HOST: '', CRIPROBE_RUNTIMES: directory };
    const child = { cwd: directory, env: { ...machine, ...env } };
    const words = [
      join(root, 'scripts', 'matrix.mjs'),
      '--output',
      output,
      '--work',
      join(directory, 'work'),
    ];
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [...words, ...args], child);
      return { exit: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exit: code, text: stdout + stderr };
    }
  }

  const answering = (answers: readonly Answer[]): Readonly<Record<string, string>> => ({
    CRIPROBE_MAIN: join(directory, 'pretended.mjs'),
    ANSWERS: JSON.stringify(answers),
  });

  it.each<{ case: string; answers: readonly Answer[]; exit: number; text: string }>([
    { case: 'what is as it should be', answers: [held], exit: 0, text: '1 of 1 runtimes as expected' },
    { case: 'two runs alike', answers: [held, held], exit: 0, text: '1 of 1 runtimes as expected' },
    {
      case: 'a violation that nobody knows',
      answers: [answer(1, { 'a.b': 'violated' })],
      exit: 1,
      text: 'not what reports/known says; violated: a.b',
    },
    {
      case: 'a violation that is known',
      answers: [answer(0, { 'a.b': 'violated' })],
      exit: 0,
      text: '1 violated',
    },
    {
      case: 'something undecided that nobody knows',
      answers: [answer(1, { 'a.b': 'undecided' }, 'slow')],
      exit: 1,
      text: 'a.b undecided: slow',
    },
    {
      case: 'something undecided that is known',
      answers: [answer(0, { 'a.b': 'undecided' }, 'slow')],
      exit: 0,
      text: '1 undecided',
    },
    {
      case: 'something undecided because of a stall that is known',
      answers: [
        answer(
          1,
          { 'a.b': 'undecided', 'c.d': 'held', 'runtime.calls.answered': 'violated' },
          'X: no answer',
        ),
      ],
      exit: 0,
      text: '1 of 1 runtimes as expected',
    },
    {
      case: 'something undecided beside a stall for another reason',
      answers: [
        answer(1, { 'a.b': 'undecided', 'c.d': 'held', 'runtime.calls.answered': 'violated' }, 'slow'),
      ],
      exit: 1,
      text: 'a.b undecided: slow',
    },
    {
      case: 'runs that differ',
      answers: [held, answer(0, { 'a.b': 'held', 'c.d': 'unexercised' })],
      exit: 1,
      text: 'runs differ in c.d',
    },
    {
      case: 'a run that looked at little',
      answers: [answer(0, { 'a.b': 'held', 'c.d': 'unexercised', 'e.f': 'unsupported' })],
      exit: 1,
      text: 'only 1 of 3 contracts had an occasion',
    },
    {
      case: 'no result',
      answers: [{ exit: 3, says: '✘ It did not start.\n    fix nothing\n' }],
      exit: 1,
      text: 'no result (exit 3): ✘ It did not start.',
    },
  ])('judges $case', async ({ answers, exit, text }) => {
    const ended = await matrix(['--repeat', String(answers.length)], answering(answers));
    expect(ended.text).toContain(text);
    expect(ended.exit).toBe(exit);
  });

  const violated = answer(1, { 'a.b': 'violated' });

  it.each<{ case: string; answers: readonly Answer[]; exit: number; text: string }>([
    {
      case: 'came once',
      answers: [violated, held],
      exit: 0,
      text: '! first, in one run and not in the next:',
    },
    { case: 'came twice', answers: [violated, violated], exit: 1, text: '✗ first: exit 1, not what' },
    { case: 'never came', answers: [held, violated], exit: 0, text: '1 of 1 runtimes as expected' },
  ])('judges once more what $case', async ({ answers, exit, text }) => {
    const ended = await matrix(['--again'], answering(answers));
    expect(ended.text).toContain(text);
    expect(ended.exit).toBe(exit);
  });

  it('prints the report of a run that is not as known', async () => {
    const ended = await matrix([], answering([violated]));
    expect(ended.text).toContain('the whole report');
  });

  it.each([
    [['--only', 'second'], 'there is no second, but first'],
    [['--repeat', 'often'], '--repeat often is not a number from 1 on'],
    [['--jobs', '0'], '--jobs 0 is not a number from 1 on'],
  ])('does not begin with %j', async (args, text) => {
    const ended = await matrix(args, answering([held]));
    expect(ended).toMatchObject({ exit: 2, text: expect.stringContaining(text) });
  });

  it.each([
    ['open /var/tmp/x/y/log.txt: gone', 'open …/log.txt: gone'],
    ['mounted at /root, not at "/srv"', 'mounted at …/root, not at "/srv"'],
    ['got /tmpfs and no/tmp', 'got /tmpfs and no/tmp'],
    ['dial unix:///var/tmp/x/y.sock: refused', 'dial …/y.sock: refused'],
    ...(hostname().length < 4 ? [] : [[`the pod is called ${hostname()}`, 'the pod is called <node>']]),
  ])('publishes "%s" without the machine', async (said, published) => {
    await matrix([], answering([answer(0, { 'a.b': 'violated' }, said)]));
    const file = join(directory, 'published', 'containerd', '9.8.7.runc.json');
    const { target, rulings } = JSON.parse(await readFile(file, 'utf8')) as Result;
    expect(target.endpoint).toBe('private');
    expect(rulings).toEqual([
      {
        contract: 'a.b',
        level: 'must',
        verdict: 'violated',
        expected: `no ${published}`,
        actual: published,
        calls: [],
      },
    ]);
  });

  it('runs the suite itself', async () => {
    const ended = await matrix(['scenario:containers.call-by-call'], {});
    expect(ended).toMatchObject({ exit: 0, text: expect.stringMatching(/\d+ held/) });
    const files = await readdir(join(directory, 'published', 'criprobe-reference')).catch(() => []);
    expect(files).toEqual([expect.stringMatching(/\.runc\.json$/)]);
  }, 120_000);

  it('sees what a run leaves behind', async () => {
    const left = join('/var/tmp', `containers-left-${process.pid}`);
    const program = `
      import { mkdirSync } from 'node:fs';
      import { census, leftSince } from ${JSON.stringify(join(root, 'scripts', 'census.mjs'))};
      const before = census();
      mkdirSync(${JSON.stringify(left)});
      console.log(JSON.stringify(await leftSince(before, 300)));
    `;
    try {
      const words = ['--input-type=module', '--eval', program];
      const { stdout } = await promisify(execFile)(process.execPath, words);
      expect(JSON.parse(stdout)).toContain(`file ${left}`);
    } finally {
      await rm(left, { recursive: true, force: true });
    }
  });
});
