// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { DaemonEvent, DaemonState, OutageKind } from '#evidence/intent.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

/** What a run has written so far. */
export interface RunFiles {
  readonly evidence: string;
  readonly ledger: string;
}

export interface Moment {
  readonly when: string;
  readonly hasCome: (written: RunFiles) => boolean;
  /** What is run; everything, unless it is said. */
  readonly only?: string;
}

export function calls(least: number): Moment['hasCome'] {
  return ({ evidence }) => evidence.split('"type":"call"').length > least;
}

export function daemon(how: OutageKind, state: DaemonState): Moment['hasCome'] {
  return ({ evidence }) =>
    evidence.split('\n').some((line) => {
      // The last line may still be on its way.
      if (!line.includes('"type":"daemon"') || !line.endsWith('}')) return false;
      const event = JSON.parse(line) as DaemonEvent;
      return event.state === state && event.how === how;
    });
}

/** With a state directory of its own; what is in there yet when the work has failed is cleaned up. */
export async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await openBench();
  try {
    await work(bench);
  } finally {
    if (ledgersOf(bench).length > 0) await bench.criprobe(['cleanup']);
    await bench.dispose();
  }
}

/** Starts a run and kills it as kill -9 does as soon as what it has written says that the moment has come. */
export function killWhen(bench: Bench, hasCome: Moment['hasCome'], args: readonly string[]): Promise<void> {
  return killCommandWhen(bench, hasCome, ['run', ...args]);
}

/** The same for any command that writes evidence. */
export async function killCommandWhen(
  bench: Bench,
  hasCome: Moment['hasCome'],
  command: readonly string[],
): Promise<void> {
  const run = bench.start([...command, '--output', bench.path('killed')]);
  const evidence = bench.path('killed/evidence.jsonl');
  let seen = 0;
  const isNow = (): boolean => {
    const size = [evidence, ...ledgersOf(bench)].reduce((sum, file) => sum + sizeOf(file), 0);
    if (size === seen) return false;
    seen = size;
    return hasCome({ evidence: textOf(evidence), ledger: ledgersOf(bench).map(textOf).join('') });
  };
  while (!isNow() && run.process.exitCode === null) await sleep(5);
  expect(run.process.exitCode).toBeNull();
  run.process.kill('SIGKILL');
  await run.end;
}

/** `criprobe cleanup`, and nothing in the state directory any more. */
export async function expectCleanUp(bench: Bench): Promise<void> {
  expect(ledgersOf(bench)).toHaveLength(1);
  const cleaned = await bench.criprobe(['cleanup']);
  expect({ ...cleaned, stdout: cleaned.exit === 0 ? '' : cleaned.stdout }).toMatchObject({
    exit: 0,
    stdout: '',
  });
  expect(cleaned.stdout).toContain('0 still there');
  expectNoTraceOf(bench);
}

export function expectNoTraceOf(bench: Bench): void {
  expect([...ledgersOf(bench), ...filesIn(bench.path('state/work'))]).toEqual([]);
}

function ledgersOf(bench: Bench): readonly string[] {
  return filesIn(bench.path('state/runs'));
}

function filesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
