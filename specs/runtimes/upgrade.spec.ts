// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Result } from '#results/result.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import type { Bench, CliEnd } from '../support/cli/run-cli.js';
import { program } from './support/half-working.js';
import { daemon, expectCleanUp, expectNoTraceOf, killCommandWhen, onBench } from './support/killed-run.js';
import { leavesNothing } from './support/leaves-nothing.js';
import { lifeOf, ownedContainerd, type OwnedContainerd } from './support/owned-containerd.js';
import { RuntimeBench } from './support/runtime-bench.js';
import { containerds, programsOf, skipRuntimes, specOf, type RuntimeHere } from './support/runtimes-here.js';

jest.setTimeout(240_000);

const [, containerd17, containerd21, containerd24] = containerds;
const declare = skipRuntimes ? describe.skip : describe;

const pair = (from: RuntimeHere, to: RuntimeHere): readonly string[] => [
  ...['upgrade', '--from', specOf(from)],
  ...['--to', specOf(to)],
];
const outputIn = (bench: Bench): readonly string[] => ['--output', bench.path('out'), '--json'];
const resultOf = ({ stdout }: CliEnd): Result => JSON.parse(stdout) as Result;

function ruled(end: CliEnd, wanted: Result['rulings'][number]['verdict']): readonly string[] {
  return resultOf(end).rulings.flatMap(({ contract, verdict }) => (verdict === wanted ? contract : []));
}

/** containerd 1.x takes the shims of 2.x for dead, and ends their pods. */
const madeByTheNew = [
  'upgrade.container.keeps-running',
  'upgrade.node.processes-kept',
  'upgrade.preexisting.exec',
  'upgrade.return.verbs-work',
  'upgrade.sandbox.state-kept',
];

declare('a private containerd that becomes another version', () => {
  it.concurrent.each([
    { from: containerd21, to: containerd24, lost: [] },
    { from: containerd17, to: containerd21, lost: madeByTheNew },
  ])('$from.name to $to.name: loses what also a restart loses, and $lost', ({ from, to, lost }) =>
    onBench(async (bench) => {
      const end = await bench.criprobe([...pair(from, to), ...outputIn(bench)]);
      const always = ['upgrade.exit.code-kept', 'upgrade.log.last-words'];
      // A read may meet the moment in which containerd 1.x starts.
      const found = ruled(end, 'violated').filter((id) => id !== 'upgrade.starting.says-unavailable');
      expect(found).toEqual([...always, ...lost].sort());
      expect([...ruled(end, 'undecided'), ...ruled(end, 'unsupported')]).toEqual([]);
      expect(end.exit).toBe(1);
      expectNoTraceOf(bench);
    }),
  );

  it.concurrent('that does not start: is told in one sentence, and the old one takes all away', () =>
    onBench(async (bench) => {
      const to = `containerd@${notStarting(bench.path('new'), containerd24)}`;
      const end = await bench.criprobe([
        ...['upgrade', '--from', specOf(containerd21), '--to', to],
        ...outputIn(bench),
      ]);
      const sentence =
        / {2}stuck: the daemon: containerd 2\.4\.\d+ did not start: it ended with exit code 1; it said “cannot read the old database”\.$/gm;
      expect(end.stderr.match(sentence)).toHaveLength(resultOf(end).scenarios.length);
      expect(end.stderr).not.toContain('could not be cleaned up');
      expect(ruled(end, 'violated')).toEqual(
        expect.arrayContaining(['upgrade.runtime.ready-again', 'upgrade.version.starts']),
      );
      expect(end.exit).toBe(1);
      expectNoTraceOf(bench);
    }),
  );

  leavesNothing();
});

/** It says which version it is, and ends as soon as it is started. */
function notStarting(directory: string, version: RuntimeHere): string {
  const real = join(programsOf(version), 'containerd');
  const lines = [
    '#!/bin/sh',
    `[ "$1" = --version ] && exec ${real} --version`,
    'echo "containerd: cannot read the old database" >&2; exit 1',
  ];
  program(directory, 'containerd', `${lines.join('\n')}\n`);
  program(
    directory,
    'containerd-shim-runc-v2',
    readFileSync(join(programsOf(version), 'containerd-shim-runc-v2')),
  );
  return directory;
}

declare('a containerd of somebody else', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry.close());

  interface Change {
    readonly end: CliEnd;
    /** The daemons before and after. */
    readonly daemons: readonly (readonly number[])[];
  }

  /** Changes it beside a foreign pod, which lives through it. */
  async function changed(
    bench: Bench,
    commands: (owned: OwnedContainerd) => readonly string[],
  ): Promise<Change> {
    await using runtime = new RuntimeBench(registry);
    await using owned = await ownedContainerd(runtime, containerd21);
    const foreign = await runtime.runPod(owned.client);
    const [life, daemons] = [await lifeOf(owned.client, foreign), owned.daemons()];
    const target = ['-r', owned.endpoint, ...commands(owned)];
    const end = await bench.criprobe(['upgrade', ...target, ...outputIn(bench)]);
    expect(await lifeOf(owned.client, foreign)).toEqual(life);
    expectNoTraceOf(bench);
    return { end, daemons: [daemons, owned.daemons()] };
  }

  it.concurrent('gets another version from the owner’s command, under the owner’s pods', () =>
    onBench(async (bench) => {
      const { end, daemons } = await changed(bench, ({ changeTo }) => [
        ...['--exec', changeTo(containerd24)],
        ...['--rollback-exec', changeTo(containerd21)],
      ]);
      expect([...ruled(end, 'violated'), ...ruled(end, 'undecided')]).toEqual([]);
      expect(end.exit).toBe(0);
      expect(daemons[1]).toHaveLength(1);
      expect(daemons[1]).not.toEqual(daemons[0]);
    }),
  );

  it.concurrent('goes on as it is when the owner’s command fails', () =>
    onBench(async (bench) => {
      const { end, daemons } = await changed(bench, () => ['--exec', 'echo no such package; exit 3']);
      expect(end.stderr).toContain(
        '  stuck: the daemon: --exec failed: exit code 3; it said “no such package”.',
      );
      expect(end.exit).toBe(1);
      expect(daemons[1]).toEqual(daemons[0]);
    }),
  );

  it.concurrent('comes back with the way back when the owner’s command leaves nothing', () =>
    onBench(async (bench) => {
      const { end, daemons } = await changed(bench, (owned) => [
        ...['--exec', `${owned.end}; exit 3`],
        ...['--rollback-exec', owned.changeTo(containerd21)],
      ]);
      expect(end.stderr).toContain('  stuck: the daemon: --exec failed: exit code 3.');
      expect(end.stderr).not.toContain('could not be cleaned up');
      expect(end.exit).toBe(1);
      expect(daemons[1]).toHaveLength(1);
      expect(daemons[1]).not.toEqual(daemons[0]);
    }),
  );

  leavesNothing();
});

declare('a change of version that is killed', () => {
  const moments = (['stopped', 'starting', 'started'] as const).map((state) => ({
    state,
    hasCome: daemon('upgrade', state),
  }));

  it.concurrent.each(moments)('leaves nothing after `criprobe cleanup`: $state', ({ hasCome }) =>
    onBench(async (bench) => {
      await killCommandWhen(bench, hasCome, pair(containerd21, containerd24));
      await expectCleanUp(bench);
    }),
  );

  it('is cleaned up by the next run, which says so', () =>
    onBench(async (bench) => {
      await killCommandWhen(bench, daemon('upgrade', 'started'), pair(containerd21, containerd24));
      const selected = ['--managed', 'reference', 'runtime.*'];
      const next = await bench.criprobe(['run', ...selected, '--output', bench.path('next')]);
      expect(next).toMatchObject({ exit: 0 });
      expect(next.stderr).toMatch(/run [0-9a-f]{6} was killed: removed \d+ things/);
      expectNoTraceOf(bench);
    }));

  leavesNothing();
});
