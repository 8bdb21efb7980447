// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGKILL } from '#base/signal-numbers.js';
import { statementsIn } from '#guest/box.js';
import { numberOfLine } from '#guest/numbered-line.js';
import { finalStatement, predict, reactionTo } from '#guest/predict.js';
import { startBox, type BoxEnd, type RunningBox } from '../../support/run-box.js';
import { startEmulator, type Emulator } from './run-emulated.js';
import { endings, signals } from './statement-table.js';

interface RunningProgram extends Omit<RunningBox, 'stdin' | 'pid'> {
  /** The places where this run has what the table calls so. */
  readonly places: Places;
}

interface Places {
  readonly dir: string;
  readonly port: string;
}

const env = { A: '1 2' };
const input = 'typed\n';

const filledIn = (text: string, { dir, port }: Places): string =>
  text.replaceAll('{dir}', dir).replaceAll('{port}', port);

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

let emulator: Emulator;
let root = '';
let rows = 0;
beforeAll(async () => {
  emulator = await startEmulator();
  root = await realpath(await mkdtemp(join(tmpdir(), 'box-table-')));
});
afterAll(async () => {
  await emulator.bench.close();
  await rm(root, { recursive: true });
});

const programs: readonly (readonly [string, (statements: readonly string[]) => Promise<RunningProgram>])[] = [
  [
    'the binary',
    async (statements) => {
      const places = { dir: await mkdtemp(join(root, 'row-')), port: await freePort() };
      const words = statements.map((statement) => filledIn(statement, places));
      return { ...startBox(words, { env, cwd: places.dir, input }), places };
    },
  ],
  [
    'the emulator of the reference runtime',
    async (statements) => {
      const places = { dir: `/row-${++rows}`, port: await freePort() };
      const words = statements.map((statement) => filledIn(statement, places));
      return { ...emulator.start(words, { env, cwd: places.dir, input }), places };
    },
  ],
];

/** As a runtime tells it. */
const codeOf = ({ code, signal }: BoxEnd): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

const titled = <Row extends { readonly statements: readonly string[] }>(rows: readonly Row[]) =>
  rows.map((row) => [row.statements.join(' | '), row] as const);

describe.each(programs)('%s does what the table says:', (_, start) => {
  it.each(titled(endings))('%s', async (__, { statements, stdout = '', stderr = '', code = 0 }) => {
    const running = await start(statements);
    const ended = await running.ended;
    expect({ ...ended, code: codeOf(ended), signal: null }).toEqual({
      stdout: filledIn(stdout, running.places),
      stderr: filledIn(stderr, running.places),
      code,
      signal: null,
    });
  });

  it.each(titled(signals))('%s', async (__, { statements, send, stdout, stderr = '', code }) => {
    const running = await start(statements);
    for (const [signal, after] of send) {
      await running.seen(`${after}\n`);
      running.kill(signal);
    }
    const ended = await running.ended;
    expect([codeOf(ended), ended.stderr]).toEqual([code, filledIn(stderr, running.places)]);
    if (stdout !== undefined) expect(ended.stdout).toBe(stdout);
  });

  it('tick 10ms beat', async () => {
    const running = await start(['tick 10ms beat', 'print never']);
    await running.seen('beat 3\n');
    running.kill(SIGKILL);
    const { stdout } = await running.ended;
    const numbers = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => numberOfLine('beat', line));
    expect(numbers.length).toBeGreaterThanOrEqual(3);
    expect(numbers).toEqual(numbers.map((__, index) => index + 1));
  });
});

const imagined = (text = ''): string => filledIn(text, { dir: '/row', port: '7070' });

describe('the predictor says what the table says:', () => {
  it.each(titled(endings))('%s', (_, row) => {
    const predicted = predict(['/box', ...row.statements.map(imagined)], { hasInput: true });
    const fits = (more: string): readonly (boolean | undefined)[] => [
      predicted?.stdout.isWhole(imagined(row.stdout) + more),
      predicted?.stderr.isWhole(imagined(row.stderr) + more),
    ];
    const hasCode = predicted?.exitCodes.has(row.code ?? 0);
    if (row.isMisunderstood === true) expect(predicted).toBeUndefined();
    else
      expect([...fits(''), hasCode, ...fits('never')]).toEqual([
        true,
        true,
        true,
        row.isOpen ?? false,
        false,
      ]);
  });

  it.each(titled(endings.filter(({ isPredicted }) => isPredicted)))('%s, exactly', (_, row) => {
    const { stdout, stderr, exitCode } = predict(['/box', ...row.statements]) ?? {};
    expect([stdout?.exact, stderr?.exact, exitCode]).toEqual([
      row.stdout ?? '',
      row.stderr ?? '',
      row.code ?? 0,
    ]);
  });

  it.each(titled(signals))('%s', (_, { statements, send: [first], code, reaction }) => {
    const predicted = reactionTo(first?.[0] ?? 0, ['/box', ...statements]);
    expect(predicted?.kind).toBe(reaction);
    if (predicted?.kind === 'exits') expect(predicted.code).toBe(code);
  });

  it('tick 10ms beat', () => {
    const statements = statementsIn(['/box', 'tick 10ms beat', 'print never']) ?? [];
    expect(finalStatement(statements)).toMatchObject({ do: 'tick', everyMs: 10, text: 'beat' });
  });
});
