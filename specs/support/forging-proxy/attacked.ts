// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, CliEnd, RunCliOptions, CliProcess } from '../cli/run-cli.js';

export interface AttackEnd extends CliEnd {
  readonly command: string;
  readonly tookMs: number;
  readonly maxResidentMb: number;
  /** It had to be killed. */
  readonly hung: boolean;
  /** By a person. */
  readonly interrupted: boolean;
}

export interface Limits extends RunCliOptions {
  /** Nothing may take longer. */
  readonly endsWithinMs: number;
  /** When a person loses patience and presses Ctrl-C. */
  readonly interruptAfterMs?: number;
}

/** Runs a command, and measures its time and memory. */
export async function attacked(bench: Bench, args: readonly string[], limits: Limits): Promise<AttackEnd> {
  const startedAt = performance.now();
  const started = bench.start(args, limits);
  const watch = watchMemory(started);
  let hung = false;
  const killer = setTimeout(() => {
    hung = true;
    started.process.kill('SIGKILL');
  }, limits.endsWithinMs);
  let interrupted = false;
  const { interruptAfterMs = limits.endsWithinMs + 1_000 } = limits;
  const person = setTimeout(() => {
    interrupted = started.process.kill('SIGINT');
  }, interruptAfterMs);
  const end = await started.end;
  clearTimeout(killer);
  clearTimeout(person);
  const maxResidentMb = await watch;
  return {
    ...end,
    command: args.join(' '),
    tookMs: Math.round(performance.now() - startedAt),
    maxResidentMb,
    hung,
    interrupted,
  };
}

/** The kernel keeps the maximum, so polling rarely is enough. */
async function watchMemory({ process: { pid }, end }: CliProcess): Promise<number> {
  let max = 0;
  const look = setInterval(() => {
    max = Math.max(max, residentMb(pid ?? 0));
  }, 100);
  await end.finally(() => {
    clearInterval(look);
  });
  return max;
}

function residentMb(pid: number): number {
  try {
    const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export const maxResidentMb = 512;

/** docs/cli.md; 4 only with a code that is not our own bug, 124 after --global-timeout. */
const documented: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 124];

/** What is wrong with how a command ended, whatever its input. */
export function complaints(end: AttackEnd): readonly string[] {
  const { exit, hung, tookMs, stdout, stderr, interrupted } = end;
  const codes = [...`${stderr}\n${stdout}`.matchAll(/\[(E-[A-Z0-9-]+)\]/g)].map(([, code]) => code);
  const rules: readonly (readonly [broken: boolean, complaint: string])[] = [
    [hung, `it did not end within ${tookMs} ms`],
    [
      !hung && !documented.includes(exit) && !(interrupted && exit === 130),
      `exit code ${exit} is not documented`,
    ],
    [exit === 2 && !codes.includes('E-HANDLER'), 'exit code 2 blames the command line'],
    [codes.includes('E-SUITE'), 'it calls itself a bug (E-SUITE)'],
    [exit === 4 && codes.length === 0, 'exit code 4 without a code'],
    [/^\s+at .*(\.js|node:)/m.test(stderr), 'it shows a stack'],
    [end.maxResidentMb > maxResidentMb, `it had ${Math.round(end.maxResidentMb)} MB`],
  ];
  return rules.flatMap(([broken, complaint]) =>
    broken ? [`${end.command}: ${complaint}; it said at last: ${stderr.slice(-800)}`] : [],
  );
}

/** Files below a directory that contain the text. */
export function filesWith(directory: string, text: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}
