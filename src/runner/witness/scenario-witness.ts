// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '#cri/outcome.js';
import type { DaemonState } from '#evidence/intent.js';
import { runs, type NodeLook, type NodeObject } from '#evidence/node-observation.js';
import { messageIn, textIn, type Message } from '#evidence/object-places.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { ObservedCall, Onlooker } from '#evidence/write/recording-client.js';
import type { OwnObjects } from '#guard/own-objects.js';
import { mountsOf } from '#host/mounts.js';
import { oomKillsOfNode } from '#host/process-facts.js';
import { knownContainer, knownSandbox, type KnownObject } from './known-object.js';
import type { NodeWitness } from './node-witness.js';
import { departures, isLeft } from './what-is-left.js';

interface WitnessPorts {
  readonly witness: Pick<
    NodeWitness,
    'unseenFromTheStart' | 'unseen' | 'isVisible' | 'patience' | 'waitedInVain' | 'hasLiveProcess' | 'look'
  >;
  readonly writer: Pick<EvidenceWriter, 'append' | 'nowMs'>;
  readonly scenario: string;
  readonly own: Pick<OwnObjects, 'isConfirmed'>;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/** A look to take: at which objects, how thoroughly, and until what has gone. */
interface Wanted {
  readonly when: NodeLook['when'];
  readonly rpc: string;
  readonly call?: number;
  readonly objects: readonly KnownObject[];
  readonly thorough?: boolean;
  readonly limits?: boolean;
  /** Also what the OOM killer has done. */
  readonly counts?: boolean;
  readonly withMounts?: boolean;
  /** Waits, within limits, while this is so. */
  readonly isLeft?: (object: NodeObject) => boolean;
}

/** How long to wait before each further look. */
const pausesMs = [20, 40, 80, 160, 320];

/**
 * Looks at the node before and after each change of a scenario, and writes what it sees. Delays an answer
 * only while something is left that should be gone.
 */
export class ScenarioWitness implements Onlooker {
  readonly #ports: WitnessPorts;
  readonly #objects = new Map<string, KnownObject>();
  /** Of its sandboxes, by id. */
  readonly #logs = new Map<string, string | undefined>();
  readonly #execBegins = new Map<number, number>();

  constructor(ports: WitnessPorts) {
    this.#ports = ports;
    this.#sayUnseen(ports.witness.unseenFromTheStart);
  }

  before(call: ObservedCall): void {
    if (call.rpc === 'ExecSync') this.#execBegins.set(call.seq, this.#ports.writer.nowMs());
    if (!looksBefore.has(call.rpc)) return;
    this.#write(this.#wanted(call, 'before'), 0, true);
  }

  after(call: ObservedCall, outcome: Outcome): Promise<void> | undefined {
    if (outcome.kind === 'ok') this.#remember(call, outcome.response as Message);
    if (call.rpc === 'StartContainer') return this.#afterStart(call, outcome);
    if (call.rpc === 'ExecSync') return this.#afterExec(call, outcome);
    if (!views.has(call.rpc)) return this.#afterChange(call, outcome);
    return outcome.kind === 'ok' ? this.#glance(call, outcome.response as Message) : undefined;
  }

  /** Before and after another version takes over. */
  change(state: DaemonState): void {
    const objects = [...this.#objects.values()].filter((known) => !known.isGone && this.#isOurs(known));
    this.#write({ when: 'change', rpc: state, objects, thorough: true, limits: true }, 0, false);
  }

  /** When everything of the scenario has been removed. */
  async end(): Promise<void> {
    const objects = [...this.#objects.values()].filter((known) => !known.isGone && this.#isOurs(known));
    await this.#look({
      when: 'end',
      rpc: 'end',
      objects,
      withMounts: true,
      isLeft: (object) => isLeft(object, 'everything'),
    });
    if (this.#ports.witness.unseenFromTheStart === undefined) this.#sayUnseen(this.#ports.witness.unseen);
  }

  #sayUnseen(reason: string | undefined): void {
    if (reason === undefined) return;
    const { writer, scenario } = this.#ports;
    const at = { scenario, atMs: writer.nowMs(), name: 'node' };
    writer.append({ type: 'observation', ...at, of: 'node-unseen', facts: { reason } });
  }

  #remember({ rpc, request }: ObservedCall, answer: Message): void {
    const config = messageIn(request, 'config');
    if (rpc === 'RunPodSandbox') {
      const id = textIn(answer, 'pod_sandbox_id');
      if (!this.#ports.witness.isVisible(id)) return;
      this.#logs.set(id, textIn(config, 'log_directory') || undefined);
      this.#objects.set(id, knownSandbox(id, config));
    } else if (rpc === 'CreateContainer') {
      const id = textIn(answer, 'container_id');
      if (!this.#ports.witness.isVisible(id)) return;
      const of = textIn(request, 'pod_sandbox_id');
      const sandbox = { id: of, parent: this.#objects.get(of)?.parent, logs: this.#logs.get(of) };
      this.#objects.set(id, knownContainer(id, config, sandbox));
    }
  }

  #afterChange(call: ObservedCall, outcome: Outcome): Promise<void> | undefined {
    if (!looksBefore.has(call.rpc)) return undefined;
    const departure = departures[call.rpc as keyof typeof departures];
    const wanted = this.#wanted(call, 'after');
    if (outcome.kind !== 'ok' || departure === undefined) return this.#look(wanted);
    const look = this.#look({ ...wanted, isLeft: (object) => isLeft(object, departure) });
    if (look === undefined && departure === 'everything')
      for (const known of wanted.objects) known.isGone = true;
    return look;
  }

  /** A container whose first start fails has no process. */
  #afterStart(call: ObservedCall, { kind }: Outcome): Promise<void> | undefined {
    const wanted = { ...this.#wanted(call, 'after'), thorough: true, limits: true };
    const mayRun = wanted.objects.some(({ isStarted }) => isStarted);
    if (kind === 'ok') for (const known of wanted.objects) known.isStarted = true;
    return this.#look(kind === 'refused' && !mayRun ? { ...wanted, isLeft: hasProcess } : wanted);
  }

  /** A command that was not over in time leaves no process. */
  #afterExec(call: ObservedCall, outcome: Outcome): Promise<void> | undefined {
    const beganMs = this.#execBegins.get(call.seq) ?? 0;
    this.#execBegins.delete(call.seq);
    const { timeout, cmd } = call.request;
    const limitMs = Number(timeout ?? 0) * 1000;
    const tookMs = this.#ports.writer.nowMs() - beganMs;
    if (limitMs === 0 || (outcome.kind === 'ok' && tookMs < limitMs)) return undefined;
    const args = Array.isArray(cmd) ? (cmd as readonly string[]) : [];
    const isOfCommand = ({ processes }: NodeObject): boolean =>
      processes.some((one) => one.startedAtMs >= beganMs - clockMs && runs(one, args) && one.state !== 'Z');
    return this.#look({ ...this.#wanted(call, 'after'), isLeft: isOfCommand });
  }

  /** Looks where a view says something new, or the node does. */
  #glance(call: ObservedCall, answer: Message): Promise<void> | undefined {
    const { witness } = this.#ports;
    const news: KnownObject[] = [];
    const ended = new Set<string>();
    for (const { id, state } of shownIn(call, answer)) {
      const known = this.#objects.get(id);
      if (known === undefined || !this.#isOurs(known)) continue;
      const isAlive = known.kind === 'container' && witness.hasLiveProcess(known);
      const glance = `${state} ${String(isAlive)}`;
      if (glance === known.lastGlance) continue;
      if (state === 'CONTAINER_EXITED' && !known.lastGlance.startsWith(state)) ended.add(id);
      known.lastGlance = glance;
      news.push(known);
    }
    if (news.length === 0) return undefined;
    const thorough = call.rpc === 'PodSandboxStatus';
    return this.#look({
      when: 'after',
      rpc: call.rpc,
      call: call.seq,
      objects: news,
      thorough,
      limits: thorough,
      counts: thorough || ended.size > 0,
      isLeft: (object) => ended.has(object.id) && hasProcess(object),
    });
  }

  #wanted({ rpc, seq, request }: ObservedCall, when: NodeLook['when']): Wanted {
    const id = textIn(request, 'container_id') || textIn(request, 'pod_sandbox_id');
    const objects = [...this.#objects.values()].filter(
      (known) => (known.id === id || known.sandbox === id) && !known.isGone && this.#isOurs(known),
    );
    const isRemoved = when === 'after' && rpc.startsWith('Remove');
    // Once, while it lives, to know what belongs to it; and when nothing should.
    const withMounts = isRemoved || (removing.has(rpc) && objects.some(({ hadMounts }) => !hadMounts));
    const limits = isRemoved || rpc.startsWith('Update');
    return { when, rpc, call: seq, objects, withMounts, limits, counts: when === 'after' };
  }

  #isOurs({ kind, id }: KnownObject): boolean {
    return this.#ports.own.isConfirmed(kind, id);
  }

  /** At once; and again once nothing is left, or it was waited for long enough. */
  #look(wanted: Wanted): Promise<void> | undefined {
    const { isLeft: hasLeft = () => false } = wanted;
    const first = this.#write(wanted, 0, false);
    return first.some(hasLeft) ? this.#lookAgain(wanted, hasLeft) : undefined;
  }

  async #lookAgain(wanted: Wanted, hasLeft: (object: NodeObject) => boolean): Promise<void> {
    const { witness, signal, writer } = this.#ports;
    const { ms, isPatient } = witness.patience();
    const beganMs = writer.nowMs();
    for (let nth = 0; ; nth++) {
      const pauseMs = pausesMs[Math.min(nth, pausesMs.length - 1)];
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      const waitedMs = writer.nowMs() - beganMs;
      const isOver = waitedMs >= ms || signal.aborted;
      const left = this.#objectsNow(wanted).some(hasLeft);
      if (left && !isOver) continue;
      if (left) witness.waitedInVain(waitedMs);
      this.#write(wanted, waitedMs, isPatient && !signal.aborted);
      return;
    }
  }

  #objectsNow({
    objects,
    thorough = false,
    limits = true,
    withMounts = false,
  }: Wanted): readonly NodeObject[] {
    const { witness, writer } = this.#ports;
    const mounts = withMounts ? mountsOf('self') : undefined;
    if (withMounts) for (const known of objects) known.hadMounts = true;
    return objects.map((known) => witness.look(known, writer.nowMs(), { thorough, limits, mounts }));
  }

  #write(wanted: Wanted, waitedMs: number, isPatient: boolean): readonly NodeObject[] {
    const { writer, scenario } = this.#ports;
    if (wanted.objects.length === 0) return [];
    const atMs = writer.nowMs();
    const objects = this.#objectsNow(wanted);
    const { when, call, rpc: name, counts = false } = wanted;
    const oomKills = counts ? oomKillsOfNode() : undefined;
    const facts: NodeLook = {
      when,
      ...(call !== undefined && { call }),
      waitedMs: Math.round(waitedMs),
      isPatient,
      tookMs: Math.round((writer.nowMs() - atMs) * 1000) / 1000,
      ...(oomKills !== undefined && { oomKills }),
      objects,
    };
    writer.append({ type: 'observation', scenario, atMs, name, of: 'node', facts });
    return objects;
  }
}

/** Ticks of the kernel's clock, and the time between reading two clocks. */
const clockMs = 50;

const views: ReadonlySet<string> = new Set(['PodSandboxStatus', 'ContainerStatus', 'ListContainers']);

const removing: ReadonlySet<string> = new Set(['StopPodSandbox', 'RemoveContainer', 'RemovePodSandbox']);

const looksBefore: ReadonlySet<string> = new Set([
  ...Object.keys(departures),
  'UpdateContainerResources',
  'UpdatePodSandboxResources',
]);

function hasProcess({ processes }: NodeObject): boolean {
  return processes.some(({ state }) => state !== 'Z' && state !== 'X');
}

interface ShownObject {
  readonly id: string;
  readonly state: string;
}

/** The objects in an answer, with their states. */
function shownIn({ rpc }: ObservedCall, answer: Message): readonly ShownObject[] {
  if (rpc !== 'ListContainers') return [shown(rpc, messageIn(answer, 'status'))];
  const { containers } = answer;
  return Array.isArray(containers) ? containers.map((item) => shown(rpc, item as Message)) : [];
}

function shown(rpc: string, item: Message): ShownObject {
  const zero = rpc === 'PodSandboxStatus' ? 'SANDBOX_READY' : 'CONTAINER_CREATED';
  return { id: textIn(item, 'id'), state: textIn(item, 'state') || zero };
}
