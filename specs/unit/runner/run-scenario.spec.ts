// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import type { Evidence } from '#evidence/evidence.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { box } from '#guest/box.js';
import { systemClock } from '#host/system-clock.js';
import { Patience } from '#runner/patience.js';
import type { RunContext } from '#runner/run-context.js';
import { runScenario, type ScenarioEnding } from '#runner/run-scenario.js';
import type { Scenario } from '#scenarios/scenario.js';
import type { Step } from '#scenarios/step.js';
import { header } from '../../support/evidence-literal.js';
import { contextOnLies, type ContextOnLies } from '../../support/lies/context-on-lies.js';

let on: ContextOnLies | undefined;
afterEach(() => on?.close());

const runs: Step = { do: 'wait-for-container', container: 'main', state: 'running' };

const scenarioOf = (...steps: readonly Step[]): Scenario => ({
  id: 'some.story',
  title: 'a pod that nobody deletes',
  pod: {
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps,
  exercises: [],
});

interface Played {
  readonly ending: ScenarioEnding | 'failed';
  readonly evidence: Evidence;
  readonly sandboxesLeft: number | undefined;
}

/** Plays it on the reference runtime, and looks at what is there afterwards. */
async function played(
  scenario: Scenario,
  change: (on: ContextOnLies) => Partial<RunContext> = () => ({}),
): Promise<Played> {
  on = await contextOnLies(scenario);
  const runContext = { ...on.runContext, ...change(on) };
  runContext.writer.append(header);
  const ending = await runScenario(runContext, scenario).catch(() => 'failed' as const);
  const listed = await runContext.cri.call('ListPodSandbox', {});
  const sandboxesLeft = listed.kind === 'ok' ? (listed.response.items ?? []).length : undefined;
  for await (const evidence of (await readEvidence(on.recording)).scenarios)
    return { ending, evidence, sandboxesLeft };
  throw new Error('nothing was written down');
}

const made = ({ evidence }: Played): number => evidence.answered('RunPodSandbox').length;

it('is done when its steps are, and its pod goes though no step deleted it', async () => {
  const story = await played(scenarioOf(runs));
  expect(story.ending).toEqual({ ended: 'done' });
  expect(story.evidence).toMatchObject({ scenario: 'some.story', ended: 'done' });
  expect([made(story), story.sandboxesLeft]).toEqual([1, 0]);
});

it.each([
  ['1.28', 'only kubelets since 1.29 do that; this one is 1.28'],
  ['1.9', 'only kubelets since 1.29 do that; this one is 1.9'],
])('is not played by a kubelet that is too old: %s', async (version, reason) => {
  const scenario: Scenario = { ...scenarioOf(runs), since: '1.29', needs: ['pod-network'] };
  const story = await played(scenario, ({ runContext: { kubelet } }) => ({
    kubelet: { ...kubelet, version },
    lacks: () => 'there is no pod network',
  }));
  expect(story.ending).toEqual({ ended: 'unsupported', reason });
  expect(story.evidence).toMatchObject({ ended: 'unsupported', reason, calls: [] });
});

it.each(['1.29', '1.37'])('is not played where something is missing: %s', async (version) => {
  const scenario: Scenario = { ...scenarioOf(runs), since: '1.29', needs: ['pod-network', 'daemon-crash'] };
  const story = await played(scenario, ({ runContext: { kubelet } }) => ({
    kubelet: { ...kubelet, version },
    lacks: (need) => (need === 'daemon-crash' ? 'nobody can kill it' : undefined),
  }));
  expect(story.ending).toEqual({ ended: 'unsupported', reason: 'nobody can kill it' });
  expect(story.evidence.calls).toEqual([]);
});

it('is stuck when what a step waits for does not come, and its pod goes', async () => {
  const steps: readonly Step[] = [runs, { do: 'wait-for-phase', phase: 'Failed' }];
  const story = await played(scenarioOf(...steps), () => ({
    patience: new Patience({ clock: systemClock, firstMs: 3_000 }),
  }));
  const reason = expect.stringMatching(/^waited \d+ s for phase Failed$/) as unknown;
  expect(story.ending).toEqual({ ended: 'stuck', reason });
  expect(story.evidence).toMatchObject({ ended: 'stuck', reason });
  expect([made(story), story.sandboxesLeft]).toEqual([1, 0]);
});

it('is unsupported when a step finds that it is impossible, and its pod goes', async () => {
  const story = await played(scenarioOf(runs, { do: 'capture-processes', container: 'main' }), () => ({
    processes: { count: () => 0, kill: () => 0 },
  }));
  const reason = expect.stringContaining('cannot be seen from here') as unknown;
  expect(story.ending).toEqual({ ended: 'unsupported', reason });
  expect([made(story), story.sandboxesLeft]).toEqual([1, 0]);
});

it('fails when criprobe itself does, and its pod goes all the same', async () => {
  const story = await played(scenarioOf(runs, { do: 'capture-processes', container: 'main' }), () => ({
    processes: {
      count: () => {
        throw new TypeError('nobody expected this');
      },
      kill: () => 0,
    },
  }));
  expect(story.ending).toBe('failed');
  expect([made(story), story.sandboxesLeft]).toEqual([1, 0]);
});

it('ends when the run is interrupted, and its pod goes by calls that are no evidence', async () => {
  const interrupted = new AbortController();
  const looks: Step = { do: 'capture-processes', container: 'main' };
  const story = await played(scenarioOf(runs, looks, { do: 'wait-for-phase', phase: 'Failed' }), () => ({
    signal: interrupted.signal,
    processes: {
      count: () => {
        interrupted.abort();
        return 1;
      },
      kill: () => 0,
    },
  }));
  expect(story.ending).toEqual({ ended: 'stuck', reason: 'interrupted' });
  expect([made(story), story.sandboxesLeft]).toEqual([1, 0]);
  expect(story.evidence.answered('RemovePodSandbox')).toEqual([]);
});

it('keeps what the runtime says of its pod meanwhile in its own log', async () => {
  let uid = '';
  const story = await played(scenarioOf(runs), ({ path, runContext }) => {
    const runtimeLog = path('runtime.log');
    const other = '00000000-0000-4000-8000-000000000000';
    writeFileSync(runtimeLog, 'an earlier line\n');
    return {
      runtimeLog,
      registerPod: (of) => {
        runContext.registerPod(of);
        uid = of;
        appendFileSync(runtimeLog, `made a pod ${of}\nmade a pod ${other}\n`);
      },
    };
  });
  expect(story.evidence.runtimeLogLines().map(({ text }) => text)).toEqual([`made a pod ${uid}`]);
});
