// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { filterMatches, type Listable } from '#evidence/list-filter.js';
import { beganAfter } from '#evidence/history/order.js';

/** An object of this scenario, with what lists need. */
interface ListedObject extends Listable {
  readonly name: string;
  readonly removes: readonly RecordedCall[];
}

/** Ids in a list that belong to this scenario. */
export interface List {
  readonly call: AnsweredCall<'ListPodSandbox'> | AnsweredCall<'ListContainers'>;
  readonly ids: readonly string[];
}

/** All lists of one kind without a state filter. */
export interface Lists {
  readonly rpc: 'ListPodSandbox' | 'ListContainers';
  readonly lists: readonly List[];
  readonly things: readonly ListedObject[];
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

/** What an earlier list showed and this one must show, too. */
export function stillThere({ things }: Lists, earlier: List, { call }: List): readonly ListedObject[] {
  return things.filter(
    (thing) =>
      earlier.ids.includes(thing.id) &&
      filterMatches(call.request.filter, thing) &&
      thing.removes.every((remove) => beganAfter(remove, call)),
  );
}

/** An object may exist although no answer says so. */
export function mayHaveMadeUnseen(evidence: Evidence): boolean {
  const makings: readonly RecordedCall[] = [
    ...evidence.of('RunPodSandbox'),
    ...evidence.of('CreateContainer'),
  ];
  return makings.some((call) => !isAnswered(call) && !isRefused(call));
}
