// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { lyingAbout, serveLies, type Tell, type Truth } from '../support/lies/lying-runtime.js';
import { openBench, type Bench } from '../support/cli/run-cli.js';
import { silentIo } from '../support/cli/silent-io.js';

jest.setTimeout(120_000);

/** What only root may read on the node, with a line that a scenario waits for. */
const secret = '2026-11-18T17:31:50.05Z stdout F ready\n2026-11-18T17:31:50.06Z stdout F beat 3\nCANARY\n';
const names = ['0.log', 'auth.log', 'secret', 'secret.1', 'secret.rotated.old'];

type Lie = (victim: string) => (truth: Truth, tell: Tell) => CriHandlers;

interface PlayResult {
  readonly exit: number;
  readonly evidence: string;
}

/** Runs the scenario on a runtime that lies, and sees to it that nothing outside of the run's own files changed. */
async function playedBeside(scenario: string, lie: Lie): Promise<PlayResult> {
  const bench = await openBench();
  const victim = furnished(bench);
  const runtime = await serveLies(bench.path('cri.sock'), lie(victim));
  try {
    const exit = await ended(bench, scenario);
    expect(runtime.told).not.toEqual([]);
    expect(readdirSync(victim).toSorted()).toEqual([...names, 'zero'].toSorted());
    for (const name of names) {
      expect(readFileSync(join(victim, name), 'utf8')).toBe(secret);
      expect(statSync(join(victim, name)).mode & 0o777).toBe(0o600);
    }
    return { exit, evidence: readFileSync(bench.path('out/evidence.jsonl'), 'utf8') };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

function furnished(bench: Bench): string {
  const victim = bench.path('victim');
  mkdirSync(victim);
  symlinkSync('/dev/zero', join(victim, 'zero'));
  for (const name of names) {
    writeFileSync(join(victim, name), secret);
    chmodSync(join(victim, name), 0o600);
  }
  return victim;
}

async function ended(bench: Bench, scenario: string): Promise<number> {
  const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output: bench.path('out') };
  const selection = { ids: [], only: [`scenario:${scenario}`], skip: [] };
  const { exit } = await run(
    { ...target, reporters: [], selection, failOn: 'any', globalTimeoutMs: 3000 },
    silentIo(bench),
  );
  return exit;
}

/** In every status of a container. */
const logPathIs =
  (path: string): ((truth: Truth, tell: Tell) => CriHandlers) =>
  (truth, tell) =>
    lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...rest } = await honest();
      return status && { ...rest, status: { ...status, log_path: path } };
    })(truth, tell);

it.each(['streaming.all', 'logs.reopen', 'garbage.dead-containers'])(
  'a log path elsewhere is not read, renamed or removed: %s',
  async (scenario) => {
    const { evidence } = await playedBeside(scenario, (victim) => logPathIs(join(victim, 'secret')));
    expect(evidence).not.toContain('CANARY');
  },
);

/** After the start, with the log of the container. */
const withLog =
  (act: (log: string) => void) =>
  (truth: Truth, tell: Tell): CriHandlers =>
    lyingAbout('StartContainer', async ({ container_id = '' }, honest) => {
      const answer = await honest();
      const { status } = await truth.ContainerStatus({ container_id }, byNobody);
      act(status?.log_path ?? '');
      return { ...answer };
    })(truth, tell);

const byNobody = { signal: new AbortController().signal, apiVersion: 'v1' } as const;

it.each<[string, string, (log: string, victim: string) => void]>([
  [
    'a link',
    'streaming.all',
    (log, victim) => {
      replaced(log, () => {
        symlinkSync(join(victim, 'secret'), log);
      });
    },
  ],
  [
    'a link to a device',
    'streaming.all',
    (log, victim) => {
      replaced(log, () => {
        symlinkSync(join(victim, 'zero'), log);
      });
    },
  ],
  [
    'a FIFO',
    'streaming.all',
    (log) => {
      replaced(log, () => spawnSync('mkfifo', [log]));
    },
  ],
  [
    'below a directory that is a link',
    'logs.reopen',
    (log, victim) => {
      replaced(dirname(log), () => {
        symlinkSync(victim, dirname(log));
      });
    },
  ],
])('what lies where the log was asked for is %s', async (_, scenario, act) => {
  const { evidence } = await playedBeside(scenario, (victim) =>
    withLog((log) => {
      act(log, victim);
    }),
  );
  expect(evidence).not.toContain('CANARY');
  expect(evidence).toContain('"scenario-end"');
});

function replaced(path: string, make: () => void): void {
  rmSync(path, { recursive: true });
  make();
}

it('an id that leads elsewhere is no part of a path', async () => {
  const idOf = (victim: string): string => `/../../../../../../../../../../../..${victim}/auth`;
  const { evidence } = await playedBeside('pod.happy-path', (victim) => (truth, tell) => {
    let known = '';
    const meant = (id = ''): string => (id === idOf(victim) ? known : id);
    return {
      ...lyingAbout('CreateContainer', async (_, honest) => {
        const answer = await honest();
        known = answer.container_id ?? '';
        return { ...answer, container_id: idOf(victim) };
      })(truth, tell),
      ...lyingAbout('ContainerStatus', async ({ container_id: id = '' }, honest) => {
        const { status, ...rest } = await honest({ container_id: meant(id) });
        return { ...rest, ...(status && { status: { ...status, id } }) };
      })(truth, tell),
      ...lyingAbout('StartContainer', ({ container_id: id }, honest) => honest({ container_id: meant(id) }))(
        truth,
        tell,
      ),
    };
  });
  expect(evidence).toContain('log link failed');
});
