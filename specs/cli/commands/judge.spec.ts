// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Result } from '#results/result.js';
import { allContracts } from '#contracts/all.generated.js';
import { allScenarios } from '#scenarios/all.generated.js';
import { judgeRecording } from '#app/run/judge-recording.js';
import { complaintsOf } from '../../support/against-schema.js';
import { recordedCalls } from '../../support/recorded-calls.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';
import { answered, began, call, Desk, ended, header } from '../../unit/evidence/written.js';

jest.setTimeout(60_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

const judge = (path: string, ...flags: readonly string[]): Promise<CliEnd> =>
  bench.criprobe(['judge', path, ...flags]);

function exercisesOf(scenario: string): readonly string[] {
  return allScenarios.find(({ id }) => id === scenario)?.exercises ?? [];
}

describe('a recording whose run was killed', () => {
  const evidence = (): string => bench.path('killed/evidence.jsonl');
  let result: Result;
  let end: CliEnd;

  beforeAll(async () => {
    const run = bench.start([
      ...['run', '--managed', 'reference', '--workers', '1', '--output', bench.path('killed')],
      ...['--only', 'scenario:pod.happy-path,scenario:stop.ignores-term'],
    ]);
    // The program ignores its signal for two seconds: in the middle of its stop, and so of its story.
    const isStopping = (): boolean =>
      existsSync(evidence()) &&
      /"scenario":"stop.ignores-term","rpc":"StopContainer"/.test(readFileSync(evidence(), 'utf8'));
    while (!isStopping() && run.process.exitCode === null) await pause(10);
    run.process.kill('SIGKILL');
    await run.end;
    end = await judge(bench.path('killed'), '--json');
    result = JSON.parse(end.stdout) as Result;
  });

  it('is judged, and the verdict is not positive', () => {
    expect(complaintsOf('result', result)).toEqual([]);
    expect(result.summary).toMatchObject({ violated: 0 });
    expect(result.summary.undecided).toBeGreaterThan(0);
    expect(end.exit).toBe(1);
  });

  it('leaves open what the scenario that was cut had promised and not shown', () => {
    const cut = new Set(exercisesOf('stop.ignores-term'));
    const whole = new Set(exercisesOf('pod.happy-path'));
    const open = result.rulings.filter(({ verdict }) => verdict === 'undecided');
    expect(open.map(({ contract }) => contract)).toEqual(
      expect.arrayContaining(
        [...cut].filter((contract) => !whole.has(contract) && contract.startsWith('container.stop.')),
      ),
    );
    for (const { contract, scenario, reason } of open) {
      expect(cut).toContain(contract);
      expect(scenario).toBe('stop.ignores-term');
      expect(reason).toMatch(/the recording ends before the scenario does|no end in the recording/);
    }
  });

  it('calls nothing held but on calls that ended', async () => {
    const calls = await recordedCalls(evidence());
    const proofs = result.rulings
      .filter(({ verdict }) => verdict === 'held')
      .flatMap((ruling) => ruling.calls);
    expect(proofs.length).toBeGreaterThan(20);
    expect(proofs.filter((seq) => calls.get(seq)?.outcome.kind === 'open')).toEqual([]);
  });

  it('says in the text what was left open', async () => {
    const { stdout, exit } = await judge(evidence());
    expect(stdout).toMatch(/undecided/);
    expect(exit).toBe(1);
  });

  it('is cleaned up after', async () => {
    const { exit, stdout } = await bench.criprobe(['cleanup']);
    expect(stdout).toContain('0 still there');
    expect(exit).toBe(0);
  });
});

describe('a recording cut at any line', () => {
  it('never becomes a violation', async () => {
    const only =
      'scenario:pod.happy-path,scenario:containers.call-by-call,scenario:events.watch,scenario:stats.twice,scenario:logs.reopen';
    const run = await bench.criprobe([
      'run',
      '--managed',
      'reference',
      '--only',
      only,
      '--output',
      bench.path('whole'),
    ]);
    expect(run.exit).toBe(0);
    const lines = readFileSync(bench.path('whole/evidence.jsonl'), 'utf8').trimEnd().split('\n');
    const work = { contracts: allContracts, scenarios: allScenarios };
    for (let count = 1; count < lines.length; count += 13) {
      writeFileSync(
        bench.path('cut.jsonl'),
        `${lines.slice(0, count).join('\n')}\n${lines[count]?.slice(0, 20) ?? ''}`,
      );
      const { result } = await judgeRecording(bench.path('cut.jsonl'), work);
      const wrong = result.rulings.filter(({ verdict }) => verdict === 'violated');
      expect({ count, wrong }).toEqual({ count, wrong: [] });
    }
  });
});

it('is no success where a call was about somebody else, whichever contracts were chosen', async () => {
  const desk = new Desk();
  const version = { runtime_name: 'x', runtime_version: '1', runtime_api_version: 'v1', version: '0.1.0' };
  const message = 'criprobe did not send StopPodSandbox: sandbox s was on the runtime before this run';
  const path = desk.write(
    'evidence.jsonl',
    { ...header, selected: ['runtime.version.fields'] },
    ...[began('runtime.answers'), call(1, 'runtime.answers', { request: { version: '0.1.0' } })],
    ...[answered(1, version), ended('runtime.answers'), began('session')],
    call(2, 'session', { rpc: 'StopPodSandbox', request: { pod_sandbox_id: 's' } }),
    { type: 'end', seq: 2, atMs: 3, outcome: { kind: 'unanswered', reason: 'not-ours', message } },
    ended('session'),
    { type: 'footer', atMs: 4, ended: 'done' },
  );
  const { exit, stdout } = await bench.criprobe(['judge', path]);
  desk.clear();
  expect(stdout).toContain('held 1 · violated 1');
  expect(stdout).toMatch(/^NOT CONFORMANT: 1 must contract violated$/m);
  expect(stdout).toContain('runtime.ids.not-of-others');
  expect(stdout).toContain(`THE RUNTIME MIXES UP OBJECTS: ${message}`);
  expect(exit).toBe(1);
});

describe('what is no recording', () => {
  it.each<[what: string, text: string | undefined, says?: string]>([
    ['is missing', undefined],
    ['is empty', ''],
    ['is a result', '{\n  "schemaVersion": 1\n}\n'],
    ['is torn in the middle', '{"type":"header","schemaVersion":1,"target":{}}\n{"type\n{"type":"footer"}\n'],
    ['is of a newer version', '{"type":"header","schemaVersion":99}\n', 'was recorded by a newer criprobe'],
    [
      'is older than 0.1.0',
      readFileSync('specs/fixtures/evidence/before-0.1.0.jsonl', 'utf8'),
      'was recorded by a criprobe before 0.1.0 and is too old to be judged',
    ],
  ])('because it %s: exit 2', async (what, text, says = 'is not a criprobe recording') => {
    const path = bench.path(`${what}.jsonl`);
    if (text !== undefined) writeFileSync(path, text);
    const { exit, stdout, stderr } = await judge(path);
    expect(stderr).toContain(says);
    expect(stderr).toContain('[E-EVIDENCE]');
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  });
});
