// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats, PodSandboxStats } from '#cri/proto/generated/messages.js';
import type { AnsweredCall, RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { unsupported, type Verdict } from '../../verdict.js';
import { firstStart, isRunningAt } from '../occasions.js';
import { goesOnForEver, statementsOf } from '../outages.js';

/** Statistics of one container in an answer, whichever method gave it. */
export interface ContainerSample {
  readonly call: AnsweredCall;
  readonly life: ContainerHistory;
  readonly stats: ContainerStats;
}

/** Statistics of one sandbox in an answer. */
export interface SandboxSample {
  readonly call: AnsweredCall<'PodSandboxStats' | 'ListPodSandboxStats'>;
  readonly life: SandboxHistory;
  readonly stats: PodSandboxStats;
}

/** Without cgroup_parent, runtimes do not know which cgroup to measure; undefined if there may be statistics. */
export function withoutSandboxStats(evidence: Evidence): Verdict | undefined {
  if (sandboxSamples(evidence).length > 0) return undefined;
  const refused = evidence.refused('PodSandboxStats').find((call) => {
    const life = evidence.sandbox(call.request.pod_sandbox_id ?? '');
    const hasCgroup = (life?.config.linux?.cgroup_parent ?? '') !== '';
    return call.outcome.code === 'UNIMPLEMENTED' || (life !== undefined && !hasCgroup);
  });
  return (
    refused &&
    unsupported([refused.seq], 'this runtime has no statistics of pods, or none without cgroup_parent')
  );
}

/** In the order the calls began. */
export function sandboxSamples(evidence: Evidence): readonly SandboxSample[] {
  const one = evidence
    .answered('PodSandboxStats')
    .map((call) => ({ call, id: call.request.pod_sandbox_id, stats: call.outcome.response.stats ?? {} }));
  const listed = evidence
    .answered('ListPodSandboxStats')
    .flatMap((call) =>
      (call.outcome.response.stats ?? []).map((stats) => ({ call, id: stats.attributes?.id, stats })),
    );
  return inOrder([...one, ...listed]).flatMap(({ call, id = '', stats }) => {
    const life = evidence.sandbox(id);
    return life === undefined ? [] : [{ call, life, stats }];
  });
}

/** Of all methods, in the order the calls began. */
export function containerSamples(evidence: Evidence): readonly ContainerSample[] {
  const one = evidence
    .answered('ContainerStats')
    .map((call) => ({ call, id: call.request.container_id, stats: call.outcome.response.stats ?? {} }));
  const listed = evidence
    .answered('ListContainerStats')
    .flatMap((call) =>
      (call.outcome.response.stats ?? []).map((stats) => ({ call, id: stats.attributes?.id, stats })),
    );
  const inPods = sandboxSamples(evidence).flatMap(({ call, stats }) =>
    (stats.linux?.containers ?? []).map((each) => ({ call, id: each.attributes?.id, stats: each })),
  );
  return inOrder([...one, ...listed, ...inPods]).flatMap(({ call, id = '', stats }) => {
    const life = evidence.container(id);
    return life === undefined ? [] : [{ call, life, stats }];
  });
}

function inOrder<T extends { readonly call: AnsweredCall }>(samples: readonly T[]): readonly T[] {
  return [...samples].sort((one, other) => one.call.seq - other.call.seq);
}

/** Samples of a container that ran throughout the call. */
export function runningSamples(evidence: Evidence): readonly ContainerSample[] {
  return containerSamples(evidence).filter(({ call, life }) => isSteadyAt(life, call));
}

/**
 * It ran throughout the call, was seen running afterwards, and does not exit by itself: a runtime may lack
 * the numbers of a program that has just exited before it knows so.
 */
export function isSteadyAt(life: ContainerHistory, call: RecordedCall): boolean {
  const isEndless = goesOnForEver(life) || statementsOf(life).at(-1)?.do === 'cpu';
  const isSeenLater = life.views.some(
    (view) => view.state === 'CONTAINER_RUNNING' && beganAfter(view.call, call),
  );
  return isEndless && isSeenLater && isRunningAt(life, call);
}

/** Its last statement keeps one processor busy until after the call. */
export function isBusyAt(life: ContainerHistory, call: AnsweredCall): boolean {
  const last = statementsOf(life).at(-1);
  const start = firstStart(life);
  return last?.do === 'cpu' && start !== undefined && call.endedMs < start.beganMs + last.ms;
}

/** What its program has allocated and keeps. */
export function heldBytes(life: ContainerHistory): bigint {
  return statementsOf(life).reduce(
    (sum, statement) => (statement.do === 'memory' ? sum + BigInt(statement.bytes) : sum),
    0n,
  );
}
