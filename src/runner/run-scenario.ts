// SPDX-License-Identifier: Apache-2.0
import { endsBefore } from '#base/giving-up.js';
import { isSystemError } from '#base/system-error.js';
import { NodeProblem } from '#kubelet/context/node-problem.js';
import { minorOf } from '#kubelet/versions/traits.js';
import type { Scenario } from '#scenarios/scenario.js';
import { runStep } from './steps/run-step.js';
import { runtimeLogSize, linesMentioning } from './runtime-log-reader.js';
import { startScenario } from './start-scenario.js';
import { emit, NotPossibleHere, note, Stuck, type ScenarioContext } from './scenario-context.js';
import { sweepPod } from './sweep-pod.js';
import type { Patience } from './patience.js';
import type { RunContext } from './run-context.js';

export type ScenarioEnding =
  { readonly ended: 'done' } | { readonly ended: 'unsupported' | 'stuck'; readonly reason: string };

/** Plays one scenario and records what happens. Judges nothing. */
export async function runScenario(runContext: RunContext, scenario: Scenario): Promise<ScenarioEnding> {
  const { writer } = runContext;
  writer.append({ type: 'scenario', scenario: scenario.id, atMs: writer.nowMs() });
  const lacking = whyNot(runContext, scenario);
  try {
    const ending: ScenarioEnding =
      lacking === undefined ? await perform(runContext, scenario) : { ended: 'unsupported', reason: lacking };
    writer.append({ type: 'scenario-end', scenario: scenario.id, atMs: writer.nowMs(), ...ending });
    return ending;
  } finally {
    // A scenario that could not even begin must not be waited for either.
    runContext.outageGroups.of(scenario)?.ended(scenario.id);
  }
}

function whyNot({ kubelet, lacks }: RunContext, { since, needs = [] }: Scenario): string | undefined {
  if (since !== undefined && minorOf(kubelet.version) < minorOf(since))
    return `only kubelets since ${since} do that; this one is ${kubelet.version}`;
  return needs.map(lacks).find((reason) => reason !== undefined);
}

async function perform(runContext: RunContext, scenario: Scenario): Promise<ScenarioEnding> {
  const logBegins = await runtimeLogSize(runContext.runtimeLog);
  const ctx = await startScenario(runContext, scenario);
  try {
    return await playAll(ctx);
  } finally {
    note(ctx, 'the scenario is over; what is left of the pod is removed');
    ctx.faults.clear();
    await end(ctx, [
      ...leave(ctx),
      () => ctx.outageGroup?.withdraw(scenario.id),
      () => sweep(runContext, ctx),
      () => ctx.witness?.end(),
      () => keepLogLines(runContext, ctx, logBegins),
    ]);
  }
}

type CleanupAction = () => Promise<void> | undefined;

/**
 * Runs the cleanups one by one, even if some fail; after an interruption, gives up those that take too long.
 */
async function end({ tooLate }: ScenarioContext, leavings: readonly CleanupAction[]): Promise<void> {
  const problems: unknown[] = [];
  for (const leaving of leavings) {
    await endsBefore(tooLate, Promise.resolve(leaving())).catch((problem: unknown) => problems.push(problem));
  }
  if (problems.length > 0) throw problems[0];
}

async function playAll(ctx: ScenarioContext): Promise<ScenarioEnding> {
  try {
    for (const step of ctx.scenario.steps) await runStep(ctx, step);
    return { ended: 'done' };
  } catch (error) {
    if (error instanceof NotPossibleHere) return { ended: 'unsupported', reason: error.message };
    if (!(error instanceof Stuck || error instanceof NodeProblem || isSystemError(error))) throw error;
    note(ctx, 'stuck', { why: error.message, problems: ctx.controller.view().problems });
    return { ended: 'stuck', reason: error.message };
  }
}

/** Calls in flight may end by themselves; one that hangs is abandoned. */
async function settle(patience: Patience, work: Promise<unknown>, enough: AbortSignal): Promise<void> {
  const grant = patience.begin('the calls in flight to end');
  const isOver = await endsBefore(AbortSignal.any([enough, grant.over]), work);
  grant.end(isOver);
}

/** Ends everything that still runs for this scenario, however it ended. */
function leave({
  controller,
  kubelet,
  streams,
  background,
  patience,
  signal,
  tooLate,
}: ScenarioContext): readonly CleanupAction[] {
  return [
    () => settle(patience, controller.pause(), signal),
    () => settle(patience, kubelet.close(), tooLate),
    () => {
      for (const stream of streams) stream.cancel();
      return settle(patience, Promise.allSettled(background), tooLate);
    },
  ];
}

/** After an interruption calls were abandoned: the runtime's answers then say nothing about contracts. */
async function sweep({ cri }: RunContext, ctx: ScenarioContext): Promise<void> {
  for (const uid of ctx.uids) await sweepPod(ctx.signal.aborted ? cri : ctx.cri, uid);
}

/**
 * Records what the runtime's log says about this scenario's pods. An id is only the runtime's claim until a
 * status shows one of our uids.
 */
async function keepLogLines(
  { runtimeLog, own }: RunContext,
  ctx: ScenarioContext,
  fromByte: number,
): Promise<void> {
  if (runtimeLog === undefined) return;
  const ids = [...ctx.mentionedIds].filter(
    (id) => own.isConfirmed('sandbox', id) || own.isConfirmed('container', id),
  );
  const { lines, leftOut } = await linesMentioning(runtimeLog, fromByte, new Set([...ids, ...ctx.uids]));
  if (lines.length === 0) return;
  const facts = { path: runtimeLog, lines, leftOut };
  emit(ctx, { type: 'observation', of: 'runtime-log', name: 'daemon', facts });
}
