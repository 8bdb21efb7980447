// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveHostProcesses } from '#host/processes.js';
import { becomesTrue } from '#base/poll.js';
import type { Bench, CliEnd, RunCliOptions } from '../../support/cli/run-cli.js';
import { programsOf, specOf, type RuntimeHere } from './runtimes-here.js';

/** A runtime that cannot be used, and what is said of it. */
export interface HalfWorking {
  readonly what: string;
  readonly kind?: 'crio';
  /** Makes it in the directory; nothing to make: what is on the machine is taken. */
  readonly make?: (directory: string) => void;
  /** `--managed`; the directory when it is absent. */
  readonly spec?: string;
  readonly options?: (bench: Bench) => RunCliOptions;
  readonly flags?: readonly string[];
  readonly code: string;
  /** The one sentence. */
  readonly sentence: RegExp;
  /** What is shown of the log. */
  readonly shows?: string;
  /** Whether doctor can tell without a start. */
  readonly doctor: 'knows' | 'cannot know';
}

/** An executable file. */
export function program(directory: string, name: string, text: string | Buffer): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), text);
  chmodSync(join(directory, name), 0o755);
}

/** A real runtime, before whose start this is done: `$config` is what it is going to read, `$directory` has all that it has. */
export function spoilt(
  here: RuntimeHere,
  script: string,
  saysItIs: RuntimeHere = here,
): (directory: string) => void {
  return (directory) => {
    const name = specOf(here).startsWith('crio') ? 'crio' : 'containerd';
    const lines = [
      '#!/bin/sh',
      `[ "$1" = --version ] && exec ${join(programsOf(saysItIs), name)} --version`,
      'config=$2 directory=$(dirname "$2")',
      script,
      `exec ${join(programsOf(here), name)} "$@"`,
    ];
    program(directory, name, `${lines.join('\n')}\n`);
    if (name === 'crio') symlinkSync(join(programsOf(here), 'pinns'), join(directory, 'pinns'));
  };
}

/** A runtime that gives a version, and ends its start as the script says: for what no real one can be brought to. */
export function fake(name: string, version: string, script: string): (directory: string) => void {
  return (directory) => {
    program(directory, name, `#!/bin/sh\n[ "$1" = --version ] && { echo '${version}'; exit; }\n${script}\n`);
  };
}

/** Another program under the runtime's name. */
export function disguised(name: string, other: string): (directory: string) => void {
  return (directory) => {
    mkdirSync(directory, { recursive: true });
    symlinkSync(other, join(directory, name));
  };
}

/** The head of a program for a machine that nobody has: ELF, 64 bits, machine 0xfeed. */
export function foreignProgram(): Buffer {
  const head = Buffer.alloc(128);
  head.write('\x7fELF\x02\x01\x01', 'latin1');
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(0xfeed, 18);
  return head;
}

export interface TrialResult {
  readonly ran: CliEnd;
  readonly examined: CliEnd;
  /** What is left in the state directory, and processes that speak of it. */
  readonly left: readonly string[];
}

export async function tryHalfWorking(bench: Bench, broken: HalfWorking): Promise<TrialResult> {
  const binaries = bench.path('binaries');
  mkdirSync(binaries);
  broken.make?.(binaries);
  const spec = broken.spec ?? `${broken.kind ?? 'containerd'}@${binaries}`;
  const state = join(bench.directory, 's');
  const given = broken.options?.(bench);
  const options = { ...given, env: { CRIPROBE_STATE: state, ...given?.env } };
  const only = ['--only', 'scenario:pod.happy-path', '--output', bench.path('out')];
  const ran = await bench.criprobe(['run', '--managed', spec, ...only, ...(broken.flags ?? [])], options);
  const examined = await bench.criprobe(['doctor', '--managed', spec], options);
  const files = [...list(join(state, 'runs')), ...list(join(state, 'work'))];
  return { ran, examined, left: [...files, ...(await processesOf(state))] };
}

/** Somebody who was in the way may take a moment to see that there is nothing left. */
async function processesOf(directory: string): Promise<string[]> {
  const found = (): string[] =>
    liveHostProcesses()
      .map(commandLineOf)
      .filter((line) => line.includes(`${directory}/`));
  await becomesTrue(() => found().length === 0, 5_000);
  return found();
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
