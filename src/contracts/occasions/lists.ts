// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type Answered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { filterMatches, type Listable } from '#evidence/list-filter.js';
import { beganAfter } from '#evidence/history/order.js';

/** An object of this scenario, as far as lists are concerned. */
interface Thing extends Listable {
  readonly name: string;
  readonly removes: readonly RecordedCall[];
}

/** The ids in a list that are of this scenario. */
export interface List {
  readonly call: Answered<'ListPodSandbox'> | Answered<'ListContainers'>;
  readonly ids: readonly string[];
}

/** All lists of one kind that were not asked for one state only. */
export interface Lists {
  readonly rpc: 'ListPodSandbox' | 'ListContainers';
  readonly lists: readonly List[];
  readonly things: readonly Thing[];
}

export function sandboxLists(evidence: Evidence): Lists {
  const lives = evidence.sandboxes();
  const uids = new Set(lives.map(({ config }) => config.metadata?.uid));
  const lists = evidence.answered('ListPodSandbox').flatMap((call): readonly List[] => {
    const ours = (call.outcome.response.items ?? []).filter(({ metadata }) => uids.has(metadata?.uid));
    return call.request.filter?.state === undefined ? [{ call, ids: ours.map(({ id = '' }) => id) }] : [];
  });
  const things = lives.map(({ id, config, removes }) => ({
    id,
    removes,
    name: `sandbox ${id}`,
    labels: config.labels ?? {},
  }));
  return { rpc: 'ListPodSandbox', lists, things };
}

export function containerLists(evidence: Evidence): Lists {
  const sandboxes = new Map(evidence.sandboxes().map((sandbox) => [sandbox.id, sandbox]));
  const lists = evidence.answered('ListContainers').flatMap((call): readonly List[] => {
    const ours = (call.outcome.response.containers ?? []).filter(({ pod_sandbox_id: sandbox = '' }) =>
      sandboxes.has(sandbox),
    );
    return call.request.filter?.state === undefined ? [{ call, ids: ours.map(({ id = '' }) => id) }] : [];
  });
  const things = evidence.containers().map((life) => ({
    id: life.id,
    sandboxId: life.sandboxId,
    labels: life.config.labels ?? {},
    name: `${life.name} (${life.id})`,
    removes: [...life.removes, ...(sandboxes.get(life.sandboxId)?.removes ?? [])],
  }));
  return { rpc: 'ListContainers', lists, things };
}

/** What an earlier list showed and this one has to show as well. */
export function stillThere({ things }: Lists, earlier: List, { call }: List): readonly Thing[] {
  return things.filter(
    (thing) =>
      earlier.ids.includes(thing.id) &&
      filterMatches(call.request.filter, thing) &&
      thing.removes.every((remove) => beganAfter(remove, call)),
  );
}

/** An object may be there of which no answer told. */
export function mayHaveMadeUnseen(evidence: Evidence): boolean {
  const makings: readonly RecordedCall[] = [
    ...evidence.of('RunPodSandbox'),
    ...evidence.of('CreateContainer'),
  ];
  return makings.some((call) => !isAnswered(call) && !isRefused(call));
}
