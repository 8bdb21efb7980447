// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import type { CriMethod } from '#cri/methods.js';
import type { AnsweredCall, RecordedCall, RefusedCall } from './call.js';
import { CallIndex } from './history/call-index.js';
import { containerHistory, type ContainerHistory } from './history/container-history.js';
import type { RecordingHeader, ScenarioEnded } from './event.js';
import { outagesIn, type Outage } from './history/outage.js';
import { sandboxHistory, type SandboxHistory } from './history/sandbox-history.js';
import { stepsIn, type StepHistory } from './history/step-history.js';
import type { Intent, LogRenamed, ProcessKilled, StepRead } from './intent.js';
import type {
  LogFileObservation,
  NodeObservation,
  Observation,
  ProcessObservation,
  RuntimeLogLine,
} from './observation.js';
import { setBackNs, wallWindow, type ClockStep, type WallWindow } from './timestamps.js';

export interface EvidenceParts {
  readonly header: RecordingHeader;
  readonly scenario: string;
  /** In the order they began. */
  readonly calls: readonly RecordedCall[];
  /** In the order they were written. */
  readonly intents: readonly Intent[];
  readonly observations: readonly Observation[];
  /** Every step of the wall clock until the scenario ended, also before it began. */
  readonly clockSteps?: readonly ClockStep[];
  /** How it ended. `stuck` with a reason also if the recording stops before its end. */
  readonly ended: ScenarioEnded['ended'];
  readonly reason?: string;
  readonly beganMs?: number;
  readonly endedMs?: number | undefined;
}

/** A message of a GetContainerEvents stream. */
export interface SeenEvent {
  readonly stream: RecordedCall<'GetContainerEvents'>;
  readonly atMs: number;
  readonly event: ContainerEventResponse;
}

/**
 * The recording of one scenario, with the queries that contracts need. Contracts see nothing else, and no
 * notes.
 */
export class Evidence {
  readonly header: RecordingHeader;
  readonly scenario: string;
  readonly calls: readonly RecordedCall[];
  readonly intents: readonly Intent[];
  readonly observations: readonly Observation[];
  readonly clockSteps: readonly ClockStep[];
  readonly ended: ScenarioEnded['ended'];
  readonly reason: string | undefined;
  readonly beganMs: number;
  readonly endedMs: number | undefined;
  readonly #index: CallIndex;
  #sandboxes: readonly SandboxHistory[] | undefined;
  #containers: readonly ContainerHistory[] | undefined;
  #sandboxById: ReadonlyMap<string, SandboxHistory> | undefined;
  #outages: readonly Outage[] | undefined;
  #steps: readonly StepHistory[] | undefined;
  #containerById: ReadonlyMap<string, ContainerHistory> | undefined;

  constructor(parts: EvidenceParts) {
    this.header = parts.header;
    this.scenario = parts.scenario;
    this.calls = parts.calls;
    this.intents = parts.intents;
    this.observations = parts.observations;
    this.clockSteps = parts.clockSteps ?? [];
    this.ended = parts.ended;
    this.reason = parts.reason;
    this.beganMs = parts.beganMs ?? parts.calls[0]?.beganMs ?? 0;
    this.endedMs = parts.endedMs;
    this.#index = new CallIndex(parts.calls);
  }

  of<M extends CriMethod>(rpc: M): readonly RecordedCall<M>[] {
    return this.#index.of(rpc);
  }

  answered<M extends CriMethod>(rpc: M): readonly AnsweredCall<M>[] {
    return this.#index.answered(rpc);
  }

  refused<M extends CriMethod>(rpc: M): readonly RefusedCall<M>[] {
    return this.#index.refused(rpc);
  }

  /** Calls of an RPC whose request names this container or sandbox. */
  on<M extends CriMethod>(rpc: M, id: string): readonly RecordedCall<M>[] {
    return this.#index.on(rpc, id);
  }

  /** Sandboxes this scenario created, in the order of the requests. */
  sandboxes(): readonly SandboxHistory[] {
    this.#sandboxes ??= firstOfEachId(
      this.answered('RunPodSandbox').map((run) => sandboxHistory(run, this.#index)),
    );
    return this.#sandboxes;
  }

  /** Containers this scenario created, in the order of the requests. */
  containers(): readonly ContainerHistory[] {
    this.#containers ??= firstOfEachId(
      this.answered('CreateContainer').map((create) => containerHistory(create, this.#index)),
    );
    return this.#containers;
  }

  sandbox(id: string): SandboxHistory | undefined {
    this.#sandboxById ??= new Map(this.sandboxes().map((life) => [life.id, life]));
    return this.#sandboxById.get(id);
  }

  container(id: string): ContainerHistory | undefined {
    this.#containerById ??= new Map(this.containers().map((life) => [life.id, life]));
    return this.#containerById.get(id);
  }

  events(): readonly SeenEvent[] {
    return this.of('GetContainerEvents').flatMap((stream) =>
      stream.messages.map(({ atMs, message }) => ({ stream, atMs, event: message })),
    );
  }

  /** Intended outages of the daemon, in order. */
  outages(): readonly Outage[] {
    this.#outages ??= outagesIn(this.intents);
    return this.#outages;
  }

  /** Another version of the runtime took over in between. */
  isUpgraded(): boolean {
    return this.outages().some(({ upgraded }) => upgraded);
  }

  /** Steps of that name, in the order they began. */
  steps(name: StepRead): readonly StepHistory[] {
    this.#steps ??= stepsIn(this.intents);
    return this.#steps.filter((step) => step.name === name);
  }

  logsRenamed(): readonly LogRenamed[] {
    return this.intents.filter((event) => event.type === 'log-renamed');
  }

  processesKilled(): readonly ProcessKilled[] {
    return this.intents.filter((event) => event.type === 'process-killed');
  }

  /** Log files on the node, in the order they were captured. */
  logFiles(): readonly LogFileObservation[] {
    return this.observations.filter((seen) => seen.of === 'log-file');
  }

  /** How many processes of containers were alive, in the order they were counted. */
  processes(): readonly ProcessObservation[] {
    return this.observations.filter((seen) => seen.of === 'process');
  }

  /** What the node showed of its objects, in the order it was looked at. */
  nodeLooks(): readonly NodeObservation[] {
    return this.observations.filter((seen) => seen.of === 'node');
  }

  /** Why the node shows nothing of its objects; undefined: it does, or nobody looked. */
  nodeUnseen(): string | undefined {
    return this.observations.find((seen) => seen.of === 'node-unseen')?.facts.reason;
  }

  /** What the runtime's own log says about the scenario's objects. */
  runtimeLogLines(): readonly RuntimeLogLine[] {
    return this.observations.flatMap((seen) => (seen.of === 'runtime-log' ? seen.facts.lines : []));
  }

  /** What was observed of this kind, in the order it was written. */
  observed<O extends Observation['of']>(of: O): readonly Extract<Observation, { readonly of: O }>[] {
    return this.observations.filter(
      (seen): seen is Extract<Observation, { readonly of: O }> => seen.of === of,
    );
  }

  /** Wall clock of a time in the recording, in nanoseconds since 1970; the earlier one of a clock that was set. */
  wallClockNs(atMs: number): bigint {
    return this.wallWindow(atMs, atMs).from;
  }

  /** Everything that the node's wall clock may have shown between two times in the recording. */
  wallWindow(fromMs: number, toMs: number): WallWindow {
    const { startedAtNs } = this.header;
    return wallWindow({ startedAtNs, steps: this.clockSteps }, fromMs, toMs);
  }

  /** By how much a later reading of the wall clock may be below an earlier one. */
  setBackNs(fromMs: number, toMs: number = this.endedMs ?? Infinity): bigint {
    return setBackNs(this.clockSteps, fromMs, toMs);
  }
}

/** A runtime may answer a repeated creation with the id of the first: that is one object. */
function firstOfEachId<T extends { readonly id: string }>(lives: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return lives.filter(({ id }) => id !== '' && !seen.has(id) && seen.add(id).size > 0);
}
