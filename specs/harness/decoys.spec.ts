// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import { allContracts } from '#contracts/all.generated.js';
import type { Verdict } from '#contracts/verdict.js';
import { Evidence } from '#evidence/evidence.js';
import type { Result } from '#results/result.js';
import { eventsWatch } from '#scenarios/events/watch.js';
import { daemonRestartWhileIdle } from '#scenarios/daemon/restart-while-idle.js';
import type { Scenario } from '#scenarios/scenario.js';
import { decoys, replayedEvents, type Decoy } from '../support/lies/decoys/decoys.js';
import { serveLies, lyingAbout, type LiedCall } from '../support/lies/lying-runtime.js';
import { playedOnLies, type PlayedOnLies } from '../support/lies/played-on-lies.js';
import type { LyingAfter } from '../support/lies/lying-daemon.js';
import { openBench } from '../support/cli/run-cli.js';
import { silentIo } from '../support/cli/silent-io.js';

jest.setTimeout(300_000);

interface Judged {
  readonly exit: number;
  readonly result: Result;
  readonly told: readonly LiedCall[];
}

async function judged({ tell, scenarios }: Pick<Decoy, 'tell' | 'scenarios'>): Promise<Judged> {
  const bench = await openBench();
  const runtime = await serveLies(bench.path('cri.sock'), tell);
  try {
    const selection = { ids: [], only: scenarios.map((id) => `scenario:${id}`), skip: [] };
    const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output: bench.path('out') };
    const { exit, json } = await run({ ...target, reporters: [], selection, failOn: 'any' }, silentIo(bench));
    return { exit, result: json as Result, told: runtime.told };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

it.concurrent.each(decoys.map((decoy) => [decoy.name, decoy] as const))(
  '%s: nothing is found',
  async (_, decoy) => {
    const { exit, result, told } = await judged(decoy);
    const found = result.rulings.filter(({ verdict }) => verdict === 'violated' || verdict === 'undecided');
    expect(found).toEqual([]);
    // What a runtime does not have leaves a run incomplete, not red.
    expect(exit).not.toBe(1);
    expect(told.length).toBeGreaterThan(0);
  },
);

type NamedVerdict = readonly [contract: string, verdict: Verdict];

function findings(evidence: Evidence): readonly NamedVerdict[] {
  return allContracts
    .map(({ id, check }): NamedVerdict => [id, check(evidence)])
    .filter(([, { kind }]) => kind === 'violated' || kind === 'undecided');
}

async function played(scenario: Scenario, lie: (lying: LyingAfter) => object): Promise<PlayedOnLies> {
  const seen = await playedOnLies(scenario, lie);
  expect(seen.evidence.ended).toBe('done');
  expect(seen.told.length).toBeGreaterThan(0);
  return seen;
}

it.concurrent('two watchers, of which the second gets old events again: nothing is found', async () => {
  const [watch, ends, ...rest] = eventsWatch.steps;
  const steps = [
    watch,
    { do: 'wait-for-container', container: 'main', state: 'running' },
    watch,
    ends,
    ...rest,
  ];
  const scenario = { ...eventsWatch, steps } as Scenario;
  const { evidence } = await played(scenario, ({ truth, tell }) => replayedEvents(truth, tell));
  const streams = evidence.of('GetContainerEvents').filter(({ messages }) => messages.length > 1);
  expect(streams).toHaveLength(2);
  expect(findings(evidence)).toEqual([]);
});

it.concurrent('another name of the same image is shown after a restart: nothing is found', async () => {
  const { evidence } = await played(daemonRestartWhileIdle, ({ truth, tell, returns }) => ({
    ...lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      const tag = (status?.image?.image ?? '').replace(/[^/]+$/, 'same-content:2');
      return returns() === 0 || status?.image === undefined
        ? undefined
        : { ...answer, status: { ...status, image: { ...status.image, image: tag } } };
    })(truth, tell),
  }));
  expect(findings(evidence)).toEqual([]);
});

/** The same evidence of a daemon that came back with other binaries. */
function upgraded({ evidence }: PlayedOnLies): Evidence {
  const intents = evidence.intents.map((intent) =>
    intent.type === 'daemon' ? { ...intent, upgraded: true as const } : intent,
  );
  const { header, scenario, calls, observations, ended, beganMs, endedMs } = evidence;
  return new Evidence({ header, scenario, calls, observations, ended, beganMs, endedMs, intents });
}

/** What the runtime says once it is back. */
const sinceUpgrade = ({ truth, tell, returns }: LyingAfter): object => ({
  ...lyingAbout('Version', async (_, honest) =>
    returns() === 0 ? undefined : { ...(await honest()), runtime_version: '2.0.0' },
  )(truth, tell),
  ...lyingAbout('Status', async (_, honest) => {
    const { runtime_handlers: handlers = [], features, ...answer } = await honest();
    const more = { name: 'other', features: { user_namespaces: true } };
    const all = { ...features, supplemental_groups_policy: true };
    return returns() === 0 ? undefined : { ...answer, runtime_handlers: [...handlers, more], features: all };
  })(truth, tell),
  ...lyingAbout('ContainerStatus', async (_, honest) => {
    const { status, ...answer } = await honest();
    // The old version fills in less.
    const { user, ...old } = { ...status, image_id: '' };
    if (status === undefined) return undefined;
    return returns() === 0
      ? { ...answer, status: old }
      : {
          ...answer,
          status: { ...status, user: user ?? { linux: { uid: '1' } } },
        };
  })(truth, tell),
});

it.concurrent('a newer version says more than the old one: nothing is found', async () => {
  const seen = await played(daemonRestartWhileIdle, sinceUpgrade);
  expect(findings(upgraded(seen))).toEqual([]);
  // Of a mere restart that would be wrong.
  const contracts = findings(seen.evidence).map(([id]) => id);
  expect(contracts).toContain('restart.container.unchanged');
  expect(contracts).toContain('restart.runtime.config-same');
});

it.concurrent('a newer version that says less is found all the same', async () => {
  const seen = await played(daemonRestartWhileIdle, ({ truth, tell, returns }) =>
    lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      return returns() === 0 ? undefined : { ...answer, status: { ...status, annotations: {} } };
    })(truth, tell),
  );
  expect(findings(upgraded(seen)).map(([id]) => id)).toContain('restart.container.unchanged');
});
