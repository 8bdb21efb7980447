// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { systemClock } from '../system-clock.js';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import { recordingClient } from '#evidence/recording-client.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { Pod } from '#pod/pod.js';
import type { Scenario } from '#scenarios/scenario.js';
import { playBeat } from './beats.js';
import { Memory } from './memory.js';
import { countingClient } from './counting-client.js';
import { fill, withRegistry } from './placeholders.js';
import { note, Stuck, type Stage } from './stage.js';
import { sweepPod } from './sweep-pod.js';
import type { Theatre } from './theatre.js';

export type ScenarioEnding =
  { readonly ended: 'done' } | { readonly ended: 'unsupported' | 'stuck'; readonly reason: string };

/** Drives one pod through its story and writes down what happened. Judges nothing. */
export async function runScenario(theatre: Theatre, scenario: Scenario): Promise<ScenarioEnding> {
  const { tape } = theatre;
  tape.append({ type: 'scenario', scenario: scenario.id, atMs: tape.nowMs() });
  const lacking = (scenario.needs ?? []).map(theatre.lacks).find((reason) => reason !== undefined);
  const ending: ScenarioEnding =
    lacking === undefined ? await perform(theatre, scenario) : { ended: 'unsupported', reason: lacking };
  tape.append({ type: 'scenario-end', scenario: scenario.id, atMs: tape.nowMs(), ...ending });
  return ending;
}

async function perform(theatre: Theatre, scenario: Scenario): Promise<ScenarioEnding> {
  const cri = countingClient(recordingClient(theatre.cri, { tape: theatre.tape, scenario: scenario.id }));
  const uid = randomUUID();
  theatre.podWillExist(uid);
  const { clock, tape } = { clock: systemClock, tape: theatre.tape };
  const journal = (what: string, facts?: Record<string, unknown>): void => {
    tape.append({ type: 'note', scenario: scenario.id, atMs: tape.nowMs(), what, ...(facts && { facts }) });
  };
  const kubelet = new Kubelet({ cri, clock, node: theatre.node, journal }, theatre.kubelet);
  const life = kubelet.add(podOf(theatre, scenario, uid));
  const { registry, rpcTimeoutMs, patienceMs, signal } = theatre;
  const stage: Stage = {
    ...{ scenario, tape, cri, life, registry, rpcTimeoutMs, patienceMs, signal },
    memory: new Memory(),
    streams: [],
    beside: [],
  };
  try {
    return await playAll(stage);
  } finally {
    await leave(stage, kubelet);
    await sweep(theatre, stage);
  }
}

async function playAll(stage: Stage): Promise<ScenarioEnding> {
  try {
    for (const beat of stage.scenario.beats) await playBeat(stage, beat);
    return { ended: 'done' };
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    note(stage, 'stuck', { why: error.message, problems: stage.life.view().problems });
    return { ended: 'stuck', reason: error.message };
  }
}

/** A call that is under way may end by itself; one that hangs is abandoned. */
const settleMs = 10_000;

async function settle({ life, signal }: Stage): Promise<void> {
  const settled = new AbortController();
  const enough = systemClock.sleep(settleMs, AbortSignal.any([signal, settled.signal]));
  await Promise.race([life.pause(), enough]);
  settled.abort();
}

/** Whatever happened: nothing of this scenario goes on after it. */
async function leave(stage: Stage, kubelet: Kubelet): Promise<void> {
  note(stage, 'the story is over; what is left of the pod is removed');
  await settle(stage);
  await kubelet.close();
  for (const stream of stage.streams) stream.cancel();
  await Promise.allSettled(stage.beside);
}

/** After an interruption calls were abandoned half-way: what the runtime answers then says nothing about its contracts. */
async function sweep({ cri }: Theatre, stage: Stage): Promise<void> {
  await sweepPod(stage.signal.aborted ? cri : stage.cri, stage.life.uid);
}

function podOf({ registry, run }: Theatre, scenario: Scenario, uid: string): Pod {
  const pod = withRegistry(scenario.pod, registry);
  const filled = fill(pod, (name) => (name === 'token' ? `${scenario.id}-${uid.slice(0, 8)}` : undefined));
  const { metadata } = filled;
  const labels = { ...metadata.labels, [runLabel]: run };
  return {
    ...filled,
    metadata: { ...metadata, uid, labels, namespace: metadata.namespace ?? namespaceOf(run) },
  };
}
