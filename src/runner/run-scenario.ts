// SPDX-License-Identifier: Apache-2.0
import { endsBefore } from '#base/giving-up.js';
import { isSystemError } from '#base/system-error.js';
import { NodeProblem } from '#kubelet/context/node-problem.js';
import { minorOf } from '#kubelet/versions/traits.js';
import type { Scenario } from '#scenarios/scenario.js';
import { playBeat } from './steps/run-step.js';
import { endOfLog, linesMentioning } from './runtime-log-reader.js';
import { raiseCurtain } from './start-scenario.js';
import { CannotHere, note, Stuck, type Stage } from './scenario-context.js';
import { sweepPod } from './sweep-pod.js';
import type { Theatre } from './run-context.js';

export type ScenarioEnding =
  { readonly ended: 'done' } | { readonly ended: 'unsupported' | 'stuck'; readonly reason: string };

/** Drives one pod through its story and writes down what happened. Judges nothing. */
export async function runScenario(theatre: Theatre, scenario: Scenario): Promise<ScenarioEnding> {
  const { tape } = theatre;
  tape.append({ type: 'scenario', scenario: scenario.id, atMs: tape.nowMs() });
  const lacking = whyNot(theatre, scenario);
  try {
    const ending: ScenarioEnding =
      lacking === undefined ? await perform(theatre, scenario) : { ended: 'unsupported', reason: lacking };
    tape.append({ type: 'scenario-end', scenario: scenario.id, atMs: tape.nowMs(), ...ending });
    return ending;
  } finally {
    // One that could not even begin is not waited for either.
    void theatre.companies.of(scenario)?.leave(scenario.id);
  }
}

function whyNot({ kubelet, lacks }: Theatre, { since, needs = [] }: Scenario): string | undefined {
  if (since !== undefined && minorOf(kubelet.version) < minorOf(since))
    return `only kubelets since ${since} do that; this one is ${kubelet.version}`;
  return needs.map(lacks).find((reason) => reason !== undefined);
}

async function perform(theatre: Theatre, scenario: Scenario): Promise<ScenarioEnding> {
  const logBegins = await endOfLog(theatre.runtimeLog);
  const stage = await raiseCurtain(theatre, scenario);
  try {
    return await playAll(stage);
  } finally {
    note(stage, 'the story is over; what is left of the pod is removed');
    stage.faulty.heal();
    await end(stage, [
      ...leave(stage),
      () => stage.company?.leave(scenario.id),
      () => sweep(theatre, stage),
      () => keepLogLines(theatre, stage, logBegins),
    ]);
  }
}

type Step = () => Promise<void> | undefined;

/** One after the other, whatever becomes of each; what takes too long after an interruption is given up. */
async function end({ tooLate }: Stage, steps: readonly Step[]): Promise<void> {
  const problems: unknown[] = [];
  for (const step of steps) {
    await endsBefore(tooLate, Promise.resolve(step())).catch((problem: unknown) => problems.push(problem));
  }
  if (problems.length > 0) throw problems[0];
}

async function playAll(stage: Stage): Promise<ScenarioEnding> {
  try {
    for (const beat of stage.scenario.beats) await playBeat(stage, beat);
    return { ended: 'done' };
  } catch (error) {
    if (error instanceof CannotHere) return { ended: 'unsupported', reason: error.message };
    if (!(error instanceof Stuck || error instanceof NodeProblem || isSystemError(error))) throw error;
    note(stage, 'stuck', { why: error.message, problems: stage.life.view().problems });
    return { ended: 'stuck', reason: error.message };
  }
}

/** A call that is under way may end by itself; one that hangs is abandoned. */
const settleMs = 30_000;

async function settle(work: Promise<unknown>, enough: AbortSignal): Promise<void> {
  await endsBefore(AbortSignal.any([enough, AbortSignal.timeout(settleMs)]), work);
}

/** Whatever happened: nothing of this scenario goes on after it. */
function leave({ life, kubelet, streams, beside, signal, tooLate }: Stage): readonly Step[] {
  return [
    () => settle(life.pause(), signal),
    () => settle(kubelet.close(), tooLate),
    () => {
      for (const stream of streams) stream.cancel();
      return settle(Promise.allSettled(beside), tooLate);
    },
  ];
}

/** After an interruption calls were abandoned half-way: what the runtime answers then says nothing about its contracts. */
async function sweep({ cri }: Theatre, stage: Stage): Promise<void> {
  for (const uid of stage.uids) await sweepPod(stage.signal.aborted ? cri : stage.cri, uid);
}

/** What the runtime itself says of this scenario's pods. Ids are the runtime's claims until a status showed a uid of ours. */
async function keepLogLines(
  { runtimeLog, tape, own }: Theatre,
  stage: Stage,
  fromByte: number,
): Promise<void> {
  if (runtimeLog === undefined) return;
  const ids = [...stage.ids].filter(
    (id) => own.isConfirmed('sandbox', id) || own.isConfirmed('container', id),
  );
  const { lines, leftOut } = await linesMentioning(runtimeLog, fromByte, new Set([...ids, ...stage.uids]));
  if (lines.length === 0) return;
  const facts = { path: runtimeLog, lines, leftOut };
  const { id: scenario } = stage.scenario;
  tape.append({ type: 'sighting', scenario, atMs: tape.nowMs(), of: 'runtime-log', name: 'daemon', facts });
}
