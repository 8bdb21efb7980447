// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import type { Result } from '#results/result.js';
import { complaintsOf } from '../../support/against-schema.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(90_000);

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  expect(readdirSync(bench.path('tmp'))).toEqual([]);
  await bench.dispose();
});

const upgrade = (...flags: readonly string[]): Promise<CliEnd> =>
  bench.criprobe(['upgrade', ...flags, '--output', bench.path('out')]);

/** Nothing was started, and nothing is left of the start of anything. */
function nothingBegan(): void {
  expect(existsSync(bench.path('out'))).toBe(false);
  expect(readdirSync(bench.path('state'))).toEqual([]);
}

const pairs = '--from containerd@/old --to containerd@/new, or -r <socket> --exec <command>';

describe('flags that do not say what changes', () => {
  it.each([
    { flags: [], sentence: 'upgrade needs to know what changes', fix: pairs },
    { flags: ['-r', '/run/none.sock'], sentence: 'upgrade needs to know what changes', fix: pairs },
    { flags: ['--rollback-exec', 'true'], sentence: '--rollback-exec goes with --exec', fix: pairs },
    { flags: ['--from', 'containerd'], sentence: '--from and --to go together', fix: pairs },
    { flags: ['--to', 'containerd'], sentence: '--from and --to go together', fix: pairs },
    {
      flags: ['--from', 'containerd', '--exec', 'true'],
      sentence: '--from and --to exclude --exec',
      fix: 'use --from and --to, or --exec',
    },
    {
      flags: ['--from', 'containerd', '--to', 'containerd@/new', '--rollback-exec', 'true'],
      sentence: '--from and --to exclude --exec',
      fix: 'use --from and --to, or --exec',
    },
    {
      flags: ['--from', 'reference', '--to', 'reference', '-r', '/run/none.sock'],
      sentence: '--from and --to exclude -r',
      fix: '-r <socket> goes with --exec',
    },
    { flags: ['--exec', ' '], sentence: '--exec is empty', fix: 'name a command for /bin/sh' },
    {
      flags: ['--exec', 'true', '--rollback-exec', ''],
      sentence: '--rollback-exec is empty',
      fix: 'name a command for /bin/sh',
    },
    {
      flags: ['--from', 'containerd@/x', '--to', 'crio@/y'],
      sentence: '--from containerd@/x --to crio@/y are two runtimes, not two versions of one',
      fix: 'name the same kind twice; compare puts different runtimes side by side',
    },
  ])('$flags: one sentence and the fix, exit 2', async ({ flags, sentence, fix }) => {
    const { exit, stdout, stderr } = await upgrade(...flags);
    expect(stderr).toBe(`✘ ${sentence} [E-USAGE]\n    fix     ${fix}\n`);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    nothingBegan();
  });

  it.each(['from', 'to'])('nothing that --%s could mean: the forms of --managed, exit 2', async (which) => {
    const value = (flag: string): string => (flag === which ? 'containrd@/x' : 'containerd');
    const { exit, stderr } = await upgrade('--from', value('from'), '--to', value('to'));
    expect(stderr).toContain('✘ criprobe cannot start a runtime from "containrd@/x". [E-MANAGED]\n');
    expect(stderr).toContain('containerd@<directory>: ');
    expect(exit).toBe(2);
    nothingBegan();
  });
});

describe('a new version that cannot be started here', () => {
  it.each([
    { what: 'is not there', where: 'none', make: false },
    { what: 'lacks its binaries', where: 'empty', make: true },
  ])('$what: said before anything is started, as of --managed, exit 3', async ({ where, make }) => {
    const directory = bench.path(where);
    if (make) mkdirSync(directory);
    const { exit, stderr } = await upgrade('--from', 'containerd', '--to', `containerd@${directory}`);
    expect(stderr).toContain(
      `✘ The new version containerd@${directory} cannot be started here: there is no containerd in ${directory}. [E-LAUNCH-MISSING]\n`,
    );
    expect(stderr).toContain('fix     name the directory that holds the containerd binary itself');
    const managed = await bench.criprobe(['run', '--managed', `containerd@${directory}`]);
    expect(managed.stderr).toContain(`there is no containerd in ${directory}. [E-LAUNCH-MISSING]\n`);
    expect({ exit, managed: managed.exit }).toEqual({ exit: 3, managed: 3 });
  });
});

describe('the reference runtime, which has one version', () => {
  it('comes again: every contract of a change is judged, and holds', async () => {
    const end = await upgrade('--from', 'reference', '--to', 'reference', '--json');
    const result = JSON.parse(end.stdout) as Result;
    expect(complaintsOf('result', result)).toEqual([]);
    const asked = allContracts.map(({ id }) => id).filter((id) => id.startsWith('upgrade.'));
    // Its processes are virtual.
    const seen = asked.filter((id) => !id.startsWith('upgrade.node.'));
    const held = result.rulings.flatMap(({ contract, verdict }) => (verdict === 'held' ? contract : []));
    expect(held.sort()).toEqual(seen.sort());
    expect(result.rulings).toHaveLength(asked.length);
    expect(end.exit).toBe(0);
  });

  it('as one scenario', async () => {
    const only = ['--only', 'scenario:upgrade.while-idle', '--json'];
    const end = await upgrade('--from', 'reference', '--to', 'reference', ...only);
    const { scenarios } = JSON.parse(end.stdout) as Result;
    expect(scenarios.map(({ id }) => id)).toEqual(['upgrade.while-idle']);
    expect(end.exit).toBe(0);
  });
});
