// SPDX-License-Identifier: Apache-2.0
import { ByteSource } from '#reference-runtime/process/byte-source.js';
import { boxProgram } from '#reference-runtime/process/box.js';
import type { Program, VirtualProcess } from '#reference-runtime/process/virtual-process.js';
import { createBench, type Bench } from '../../unit/reference-runtime/bench.js';
import type { RunningBox } from '../../support/run-box.js';

/** A container of the reference runtime in which its `/box` is run, as an exec would do it. */
export interface Emulator {
  readonly bench: Bench;
  start(statements: readonly string[], options: EmulatedOptions): Omit<RunningBox, 'stdin' | 'pid'>;
}

export interface EmulatedOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: string;
}

export async function startEmulator(): Promise<Emulator> {
  const begun: VirtualProcess[] = [];
  const holder: Program = (process) => {
    begun.push(process);
    return process.forever();
  };
  const bench = createBench({ programs: [{ name: 'holder', rule: holder }] });
  const id = await bench.create(await bench.sandbox(), { command: ['holder'] });
  await bench.call('StartContainer', { container_id: id });
  await bench.until(() => begun.length > 0);
  const [first] = begun;
  if (first === undefined) throw new Error('the container does not run');
  return { bench, start: (statements, options) => start(first, statements, options) };
}

function start(
  parent: VirtualProcess,
  statements: readonly string[],
  { env, cwd, input }: EmulatedOptions,
): ReturnType<Emulator['start']> {
  const output = { stdout: '', stderr: '' };
  const stdin = new ByteSource();
  stdin.push(Buffer.from(input));
  stdin.close();
  const io = {
    stdin,
    stdout: (bytes: Buffer) => (output.stdout += bytes.toString()),
    stderr: (bytes: Buffer) => (output.stderr += bytes.toString()),
  };
  if (parent.files.stat(cwd) === undefined) parent.files.mkdir(cwd, parent.setup.user);
  const process = parent.spawn({ argv: ['/box', ...statements], env: new Map(Object.entries(env)), cwd, io });
  return {
    seen: async (text) => {
      while (!output.stdout.includes(text)) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    kill: (signal) => {
      process.deliver(Number(signal));
    },
    ended: process.run(boxProgram).then((code) => ({ code, signal: null, ...output })),
  };
}
