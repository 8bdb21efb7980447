// SPDX-License-Identifier: Apache-2.0
import type { CriStream } from '#cri/client/client.js';
import type { Intent } from '#evidence/intent.js';
import type { Observation } from '#evidence/observation.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { Kubelet } from '#kubelet/kubelet.js';
import type { ContainerView, PodController, PodView } from '#kubelet/decide/report/pod-controller.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import type { Pod } from '#pod/pod.js';
import type { OutageGroup } from './outages/outage-group.js';
import type { Patience } from './patience.js';
import type { ObjectIds } from './object-ids.js';
import type { Scenario } from '#scenarios/scenario.js';
import type { WitnessPorts } from './clients/witnessed-client.js';
import type { CountingClient } from './clients/counting-client.js';
import type { FaultyClient } from './clients/faulty-client.js';
import type { ScenarioWitness } from './witness/scenario-witness.js';

/** What the steps of one scenario work with. */
export interface ScenarioContext {
  readonly scenario: Scenario;
  readonly writer: EvidenceWriter;
  /** For the scenario's own calls; it also counts the kubelet's. */
  readonly cri: CountingClient;
  readonly kubelet: Kubelet;
  /** Injects faults between the kubelet and the runtime. */
  readonly faults: FaultyClient;
  /** Of the scenario's newest pod. */
  controller: PodController;
  /** The cgroup of the pod with that uid; '' if the runtime decides. */
  readonly cgroupOf: (uid: string) => string;
  /** Of every pod of the scenario. */
  readonly uids: string[];
  /** Creates another pod for the same scenario. */
  readonly nextPod: (change: (pod: Pod) => Pod) => { readonly pod: Pod; readonly uid: string };
  /** Our registry with the run's prefix, `127.0.0.1:41873/criprobe-7f3a`. */
  readonly registry: string;
  /** What some placeholders stand for on this target. */
  readonly known: Readonly<Record<string, string>>;
  readonly servedImage: WitnessPorts['servedImage'];
  /** The only way to the files of pods, logs and scratch. */
  readonly node: NodeFiles;
  /** A directory of ours on the node. */
  readonly scratch: string;
  readonly rpcTimeoutMs: number;
  /** How long a step may wait for its condition. */
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Aborts some time after `signal`: cleanup that has not finished by then is given up. */
  readonly tooLate: AbortSignal;
  readonly ids: ObjectIds;
  /** Scenarios that share its outage; undefined: it has none. */
  readonly outageGroup: OutageGroup | undefined;
  readonly processes: PodProcesses;
  /** Containers of which a process was seen. */
  readonly seenProcesses: Set<string>;
  /** Looks at the node around the scenario's calls; undefined: nobody does. */
  readonly witness: ScenarioWitness | undefined;
  /** The ids to look for in the runtime's log: its objects and pods. */
  readonly mentionedIds: Set<string>;
  readonly streams: CriStream[];
  /** `type id` of every event that a stream has had. */
  readonly eventsSeen: Set<string>;
  /** The rotated file of each log, by the log's path. */
  readonly rotatedLogs: Map<string, string>;
  /** Work that runs in parallel to the steps and is awaited at the end. */
  readonly background: Promise<unknown>[];
  stepsBegun: number;
}

/** A step did not happen in time; the scenario ends there and says so. */
export class Stuck extends Error {
  override readonly name = 'Stuck';
}

/** Thrown when a step turns out to be impossible on this target. */
export class NotPossibleHere extends Error {
  override readonly name = 'NotPossibleHere';
}

export function stuck(ctx: ScenarioContext, what: string, waitedMs: number): Stuck {
  return new Stuck(
    ctx.signal.aborted ? 'interrupted' : `waited ${Math.round(waitedMs / 1000)} s for ${what}`,
  );
}

type WithoutContext<E> = E extends unknown ? Omit<E, 'scenario' | 'atMs'> : never;

/** Records what the scenario did on purpose, or observed on the node. */
export function emit(
  { writer, scenario }: Pick<ScenarioContext, 'writer' | 'scenario'>,
  event: WithoutContext<Intent | Observation>,
): void {
  const { type, ...rest } = event;
  writer.append({ type, scenario: scenario.id, atMs: writer.nowMs(), ...rest } as Intent | Observation);
}

/** For people; contracts do not read it. */
export function note(
  { writer, scenario }: Pick<ScenarioContext, 'writer' | 'scenario'>,
  what: string,
  facts?: Readonly<Record<string, unknown>>,
): void {
  writer.append({ type: 'note', scenario: scenario.id, atMs: writer.nowMs(), what, ...(facts && { facts }) });
}

/** Resolves `{…}` in a request. */
export function lookUp(ctx: ScenarioContext, name: string): string | undefined {
  ctx.ids.update(ctx.controller.view());
  switch (name) {
    case 'registry':
      return ctx.registry;
    case 'scratch':
      return ctx.scratch;
    case 'uid':
      return ctx.controller.uid;
    case 'token':
      return `${ctx.scenario.id}-${ctx.controller.uid.slice(0, 8)}`;
    default:
      return ctx.known[name] ?? ctx.ids.idOf(name);
  }
}

export function newestContainer(view: PodView, name: string): ContainerView | undefined {
  return view.containers.get(name)?.[0];
}
