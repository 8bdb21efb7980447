// SPDX-License-Identifier: Apache-2.0
// Jest has no skip from inside a running test: the run must be over before tests are declared.
// Targets: CRIPROBE_RUN_ARGS, for instance "-r /run/containerd/containerd.sock"; without it the reference runtime.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

export default function recordOnce() {
  const output = new URL('../../reports/out/conformance', import.meta.url).pathname;
  rmSync(output, { recursive: true, force: true });
  const target = (process.env.CRIPROBE_RUN_ARGS ?? '--managed reference').split(' ');
  const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
  const { status, stderr } = spawnSync(
    process.execPath,
    [main, 'run', ...target, '--output', output, '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (status !== 0 && status !== 1) throw new Error(`criprobe run exited ${status}:\n${stderr}`);
}
