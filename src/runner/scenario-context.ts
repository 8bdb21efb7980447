// SPDX-License-Identifier: Apache-2.0
import type { StreamItem } from '#cri/outcome.js';
import type { CriStream } from '#cri/client/client.js';
import type { Tape } from '#evidence/write/evidence-writer.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { Kubelet } from '#kubelet/kubelet.js';
import type { ContainerView, PodLife, PodView } from '#kubelet/decide/report/pod-life.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import type { Pod } from '#pod/pod.js';
import type { Company } from './outages/outage-group.js';
import type { Memory } from './object-ids.js';
import type { Scenario } from '#scenarios/scenario.js';
import type { CountingClient } from './clients/counting-client.js';
import type { FaultyClient } from './clients/faulty-client.js';

/** What the beats of one scenario act on. */
export interface Stage {
  readonly scenario: Scenario;
  readonly tape: Tape;
  /** For calls by hand; it counts those of the kubelet as well. */
  readonly cri: CountingClient;
  readonly kubelet: Kubelet;
  /** What is between the kubelet and the runtime. */
  readonly faulty: FaultyClient;
  /** Of the newest pod of the story. */
  life: PodLife;
  /** The cgroup that the pod with that uid is in; '' where the runtime decides. */
  readonly cgroupOf: (uid: string) => string;
  /** Of every pod of the story. */
  readonly uids: string[];
  /** Another pod for the same story. */
  readonly nextPod: (change: (pod: Pod) => Pod) => { readonly pod: Pod; readonly uid: string };
  /** Our registry with the run's prefix, `127.0.0.1:41873/criprobe-7f3a`. */
  readonly registry: string;
  /** The only way to the files of pods, logs and scratch. */
  readonly node: NodeFiles;
  /** A directory of ours on the node. */
  readonly scratch: string;
  readonly rpcTimeoutMs: number;
  /** How long a beat may wait for what it waits for. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Aborts some time after `signal`: what has not been left and removed by then is given up. */
  readonly tooLate: AbortSignal;
  readonly memory: Memory;
  /** With whom it loses the daemon; undefined: it does not. */
  readonly company: Company | undefined;
  readonly processes: PodProcesses;
  /** Containers of which a process was seen. */
  readonly seenProcesses: Set<string>;
  /** What lines of the runtime's log are searched for: its objects and pods. */
  readonly ids: Set<string>;
  readonly streams: CriStream[];
  /** What goes on beside the beats and is awaited at the end. */
  readonly beside: Promise<unknown>[];
}

/** A beat that did not come to pass in time; the scenario ends there and says so. */
export class Stuck extends Error {
  override readonly name = 'Stuck';
}

/** What a beat needs is not to be had here, as shows only when it is tried. */
export class CannotHere extends Error {
  override readonly name = 'CannotHere';
}

export function stuck(stage: Stage, what: string): Stuck {
  return new Stuck(stage.signal.aborted ? 'interrupted' : `waited ${stage.patienceMs / 1000} s for ${what}`);
}

export function note(stage: Stage, what: string, facts?: Readonly<Record<string, unknown>>): void {
  const { tape, scenario } = stage;
  tape.append({ type: 'note', scenario: scenario.id, atMs: tape.nowMs(), what, ...(facts && { facts }) });
}

/** The name behind `{…}` in a request. */
export function lookUp(stage: Stage, name: string): string | undefined {
  stage.memory.see(stage.life.view());
  switch (name) {
    case 'registry':
      return stage.registry;
    case 'scratch':
      return stage.scratch;
    case 'uid':
      return stage.life.uid;
    case 'token':
      return `${stage.scenario.id}-${stage.life.uid.slice(0, 8)}`;
    default:
      return stage.memory.idOf(name);
  }
}

export function newestContainer(view: PodView, name: string): ContainerView | undefined {
  return view.containers.get(name)?.[0];
}

export async function follow(stream: AsyncIterable<StreamItem>): Promise<void> {
  const items = stream[Symbol.asyncIterator]();
  while ((await items.next()).done !== true);
}
