// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { serveLies } from '../../support/lies/lying-runtime.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.dispose());

it.each([
  ['doctor', 3],
  ['run', 7],
] as const)(
  '%s says that a list is too large, and exits %s',
  async (command, expected) => {
    const socket = bench.path('r.sock');
    const runtime = await serveLies(socket, () => ({
      ListContainers: () => Promise.resolve({ containers: Array.from({ length: 25_000 }, () => ({})) }),
    }));
    const { exit, stdout, stderr } = await bench.criprobe([command, '-r', socket]);
    await runtime.close();
    expect(stdout + stderr).toContain('E-MSG-SIZE');
    expect(exit).toBe(expected);
  },
  60_000,
);
