// SPDX-License-Identifier: Apache-2.0
import { dirname, normalize } from 'node:path';
import {
  maxCommand,
  type NodeInside,
  type NodeMonitor,
  type NodeObject,
  type NodeProcess,
} from '#evidence/node-observation.js';
import { sizeOfFile } from '#files/read-bounded.js';
import { attemptOr } from '#base/attempt-or.js';
import { cgroupLayout, cgroupsNamed, type CgroupLayout } from '#host/cgroup-layout.js';
import { cgroupFacts, pathsIn, pidsAt, pidsIn, type CgroupFacts } from '#host/cgroup-limits.js';
import { cgroupTextOf } from '#host/cgroups.js';
import { mountsOf, type Mount } from '#host/mounts.js';
import { addressesOf, namespacesOf, pinsOf, type NamespaceIds } from '#host/namespace-facts.js';
import { isAlive, processStat } from '#host/process-identity.js';
import { ageMs, processFacts, type ProcessFacts } from '#host/process-facts.js';
import type { KnownObject } from './known-object.js';

export interface WitnessOptions {
  /** Why nothing can be seen, known in advance. */
  readonly unseen: string | undefined;
  /** How long one image and one sandbox took: the speed of this node. */
  readonly trialMs: number;
}

/** Only a cgroup of one object is named after a full id. */
const fullId = /^[0-9a-f]{64}$/;

const maxProcesses = 64;
const maxParents = 16;

const minPatienceMs = 2_000;
const maxPatienceMs = 10_000;
/** A runtime that leaves everything behind is not waited for each time. */
const maxSpentMs = 45_000;
const hastyMs = 200;

/** Reads what the node shows of sandboxes and containers. One for all scenarios of a run. */
export class NodeWitness {
  readonly #unseen: string | undefined;
  readonly #layout: CgroupLayout;
  readonly #ofNode: NamespaceIds;
  readonly #patienceMs: number;
  /** Where cgroups were found, the newest first. */
  readonly #parents: string[] = [];
  /** Searches of the whole hierarchy; a runtime whose pods are elsewhere is not searched for each time. */
  #walks = 40;
  #spentMs = 0;
  #hasSeen = false;

  constructor({ unseen, trialMs }: WitnessOptions) {
    this.#layout = cgroupLayout();
    // Where the first process is hidden, we are taken to run as it does.
    this.#ofNode = { ...namespacesOf(process.pid), ...namespacesOf(1) };
    this.#unseen = unseen ?? (this.#layout.main === undefined ? 'no cgroups are mounted here' : undefined);
    this.#patienceMs = Math.min(maxPatienceMs, Math.max(minPatienceMs, trialMs));
  }

  /** Why nothing can be seen. */
  get unseenFromTheStart(): string | undefined {
    return this.#unseen;
  }

  /** Why nothing was seen so far. */
  get unseen(): string | undefined {
    if (this.#hasSeen) return undefined;
    return (
      this.#unseen ??
      'no process of a container was seen on this node so far (another pid namespace, or virtual machines?)'
    );
  }

  isVisible(id: string): boolean {
    return this.#unseen === undefined && fullId.test(id);
  }

  /** How long something may take to disappear, and whether that is long enough to tell. */
  patience(): { readonly ms: number; readonly isPatient: boolean } {
    const isPatient = this.#spentMs < maxSpentMs;
    return { ms: isPatient ? this.#patienceMs : hastyMs, isPatient };
  }

  waitedInVain(ms: number): void {
    this.#spentMs += ms;
  }

  hasLiveProcess(known: KnownObject): boolean {
    // One read for most: this is asked at every view.
    for (const { pid, startTicks } of known.seen.values()) if (isAlive(pid, startTicks)) return true;
    if (known.cgroups.length === 0) this.#find(known);
    const isThere = known.cgroups.some((path) =>
      pidsAt(this.#layout, path).some((pid) => !hasEnded(processStat(pid)?.state ?? 'X')),
    );
    // Otherwise they may be further down.
    return isThere || (known.seen.size > 0 && this.#processes(known).some(isLive));
  }

  look(
    known: KnownObject,
    nowMs: number,
    { thorough = false, limits = true, mounts }: LookOptions = {},
  ): NodeObject {
    const processes = this.#processes(known);
    if (thorough) this.#learn(known, processes);
    const found: { readonly [Field in keyof NodeObject]?: NodeObject[Field] | undefined } = {
      cgroup: limits ? this.#cgroup(known, processes) : undefined,
      mountsOnNode: mounts && this.#mountsOf(known, mounts, processes.some(isLive)),
      monitor: monitorOf(known),
      inside: thorough ? this.#inside(known, processes) : undefined,
      logBytes: known.logPath === undefined ? undefined : bytesOf(known.logPath),
    };
    const { kind, id } = known;
    return { kind, id, processes: processes.map((facts) => asProcess(facts, nowMs)), ...present(found) };
  }

  #cgroup(known: KnownObject, processes: readonly ProcessFacts[]): CgroupFacts | undefined {
    const first = processes.find(isLive);
    const text = known.pathOf === undefined && first !== undefined ? cgroupTextOf(first.pid) : '';
    if (first !== undefined && text.includes(known.id)) known.pathOf = pathsIn(text, known.id);
    return known.cgroups
      .map((path) => cgroupFacts(this.#layout, path, known.pathOf))
      .find((facts) => facts !== undefined);
  }

  #processes(known: KnownObject): readonly ProcessFacts[] {
    if (known.cgroups.length === 0) this.#find(known);
    const there = known.cgroups.flatMap((path) => pidsIn(this.#layout, path));
    // A process that left its cgroup is still there.
    const pids = new Set(there.filter((pid) => pid > 0));
    for (const { pid, startTicks } of known.seen.values()) {
      if (pids.has(pid)) continue;
      if (isAlive(pid, startTicks)) pids.add(pid);
      else known.seen.delete(pid);
    }
    const found = [...pids].slice(0, maxProcesses).flatMap((pid) => processFacts(pid) ?? []);
    for (const facts of found) if (!hasEnded(facts.state)) known.seen.set(facts.pid, facts);
    if (known.kind === 'container' && found.length > 0) this.#hasSeen = true;
    return found.toSorted((one, other) => Number(one.startTicks) - Number(other.startTicks));
  }

  #find(known: KnownObject): void {
    const near = [...(known.parent === undefined ? [] : [known.parent]), ...this.#parents];
    known.cgroups = cgroupsNamed(this.#layout, known.id, { near, walks: this.#walks > 0 });
    const [path] = known.cgroups;
    if (path === undefined) {
      this.#walks--;
      return;
    }
    const parent = dirname(path);
    if (this.#parents.includes(parent)) return;
    this.#parents.unshift(parent);
    this.#parents.length = Math.min(this.#parents.length, maxParents);
  }

  /** Its first process tells its namespaces, and who watches over it. */
  #learn(known: KnownObject, processes: readonly ProcessFacts[]): void {
    const first = processes.find(isLive);
    // What a process was started with, and by whom, is looked up once.
    if (first === undefined || known.learntFrom === `${first.pid} ${first.startTicks}`) return;
    const namespaces = namespacesOf(first.pid);
    // A process that is exiting has left some of them already.
    if (namespaces.mnt === undefined || namespaces.net === undefined) return;
    known.namespaces = namespaces;
    const parent = processFacts(first.parent);
    if (parent === undefined) return;
    const { pid, startTicks, command } = parent;
    // Until the runtime's helper has left, its parent is not the monitor.
    if (!command.includes(known.id) && !command.includes(known.sandbox)) return;
    known.monitor = { pid, startTicks, command };
    known.learntFrom = `${first.pid} ${first.startTicks}`;
  }

  #inside(known: KnownObject, processes: readonly ProcessFacts[]): NodeInside | undefined {
    const first = processes.find(isLive);
    if (first === undefined || known.namespaces === undefined) return undefined;
    const points = new Set(['/', ...known.mountPoints.map(normalized)]);
    const mounts = new Map(mountsOf(first.pid).map((mount) => [mount.point, mount]));
    // A process that is exiting has no mounts any more.
    if (!mounts.has('/')) return undefined;
    const { monitor } = known;
    return {
      namespaces: known.namespaces,
      ...(monitor && { ofRuntime: namespacesOf(monitor.pid) }),
      ofNode: this.#ofNode,
      mounts: [...points].flatMap((point) => {
        const mount = mounts.get(point);
        return mount === undefined ? [] : [asMount(mount)];
      }),
      addresses: addressesOf(first.pid),
    };
  }

  #mountsOf(known: KnownObject, mounts: readonly Mount[], isAlive: boolean): readonly string[] {
    const named = mounts.filter(({ point }) => point.includes(known.id)).map(({ point }) => point);
    // A container's other namespaces are those of its sandbox, which stays.
    if (known.kind === 'container') return named;
    if (isAlive) for (const pin of pinsOf(this.#own(known), mounts)) known.pins.add(pin);
    const points = new Set(mounts.map(({ point }) => point));
    return [...named, ...[...known.pins].filter((pin) => points.has(pin))];
  }

  /** Its namespaces without the node's: those stay for ever. */
  #own({ namespaces = {} }: KnownObject): NamespaceIds {
    const ofNode = new Set<string>(Object.values(this.#ofNode));
    return Object.fromEntries(Object.entries(namespaces).filter(([, id]) => !ofNode.has(id)));
  }
}

interface LookOptions {
  /** Also namespaces, mounts and addresses inside. */
  readonly thorough?: boolean;
  /** Also its cgroup; default: yes. */
  readonly limits?: boolean;
  /** All mounts of the node, to find those that belong to it. */
  readonly mounts?: readonly Mount[] | undefined;
}

function isLive({ state }: ProcessFacts): boolean {
  return !hasEnded(state);
}

function hasEnded(state: string): boolean {
  return state === 'Z' || state === 'X';
}

function asProcess(facts: ProcessFacts, nowMs: number): NodeProcess {
  const command = facts.command.slice(0, maxCommand);
  return { ...facts, command, startedAtMs: Math.round(nowMs - ageMs(facts)) };
}

function monitorOf({ monitor }: KnownObject): NodeMonitor | undefined {
  if (monitor === undefined) return undefined;
  const { pid, startTicks, command } = monitor;
  return { pid, command, isAlive: isAlive(pid, startTicks) };
}

type Present<T> = { readonly [Field in keyof T]: Exclude<T[Field], undefined> };

/** Without the fields that are undefined. */
function present<T extends object>(fields: T): Partial<Present<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Present<T>
  >;
}

function asMount({ point, options, superOptions, isShared, isSlave }: Mount): NodeInside['mounts'][number] {
  const isReadOnly = [options, superOptions].some((text) => text.split(',').includes('ro'));
  return { path: point, isReadOnly, isShared, isSlave };
}

function normalized(path: string): string {
  return normalize(path).replace(/(?<=.)\/$/, '');
}

function bytesOf(path: string): number | undefined {
  return attemptOr(undefined, () => sizeOfFile(path));
}
