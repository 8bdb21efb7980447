// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Result } from '#results/result.js';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The result of a run on the runtime in CRIPROBE_RUN_ARGS, such as "-r /run/containerd/containerd.sock";
 * default: the reference runtime.
 */
export async function recordOnce(): Promise<Result> {
  const output = fromHere('../../reports/out/conformance');
  await rm(output, { recursive: true, force: true });
  const target = (process.env.CRIPROBE_RUN_ARGS ?? '--managed reference').split(' ');
  await run([fromHere('../../dist/cli/main.js'), 'run', ...target, '--output', output]);
  return JSON.parse(await readFile(`${output}/result.json`, 'utf8')) as Result;
}

/** 1: contracts are violated, which their own specs will report. */
function run(command: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { maxBuffer: 1 << 28 }, (error, _, stderr) => {
      const exit = error?.code ?? 0;
      if (exit === 0 || exit === 1) resolve();
      else reject(new Error(`criprobe run exited ${exit}:\n${stderr}`, { cause: error }));
    });
  });
}
