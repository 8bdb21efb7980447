// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { SIGTERM } from '#base/signal-numbers.js';
import { isAnswered, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import {
  statusViews,
  type ContainerHistory,
  type ContainerAnswer,
} from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { stopSignalVariable } from '#guest/box.js';
import { predict, reactionTo, type PredictedReaction, type Prediction } from '#guest/predict.js';
import { parseSignal } from '#guest/words.js';
import { wordsOf } from './words.js';

type Repeatable = 'StopContainer' | 'RemoveContainer' | 'StopPodSandbox' | 'RemovePodSandbox';

/** Calls that began after an earlier one of their kind had succeeded. */
export function repeats<M extends Repeatable>(calls: readonly RecordedCall<M>[]): readonly RecordedCall<M>[] {
  return calls.filter((call) => calls.some((first) => isAnswered(first) && beganAfter(call, first)));
}

/** Its first start, if that succeeded. */
export function firstStart(life: ContainerHistory): AnsweredCall<'StartContainer'> | undefined {
  const [first] = life.starts;
  return first !== undefined && isAnswered(first) ? first : undefined;
}

/** No request to end it before this call was answered. */
export function isLeftAlone(life: ContainerHistory, until: RecordedCall): boolean {
  const ends = life.changes.filter(({ rpc }) => rpc !== 'StartContainer');
  return ends.every((end) => beganAfter(end, until));
}

/**
 * It ran throughout: its start was answered or it was seen running, nothing had asked it to end, and its
 * program does not exit by itself or was seen later.
 */
export function isRunningAt(life: ContainerHistory, call: RecordedCall): boolean {
  const start = firstStart(life);
  if (start === undefined || !isLeftAlone(life, call)) return false;
  const running = life.views.filter(({ state }) => state === 'CONTAINER_RUNNING');
  if (![start, ...running.map((view) => view.call)].some((proof) => beganAfter(call, proof))) return false;
  if (programOf(life)?.lastsMs === Number.POSITIVE_INFINITY) return true;
  return running.some((view) => beganAfter(view.call, call)) && !exitsSoonAfter(life, call);
}

/** A busy node shows a process as running for this long after its exit. */
const noticedWithinMs = 20_000;

/** It exited by itself, so soon that it may have done so during the call. */
function exitsSoonAfter(life: ContainerHistory, { endedMs = Infinity }: RecordedCall): boolean {
  return life.views.some(
    ({ state, call }) =>
      state === 'CONTAINER_EXITED' && call.beganMs <= endedMs + noticedWithinMs && isLeftAlone(life, call),
  );
}

/** Before the call began, its process had exited and the runtime knew. */
export function isEndedBefore(life: ContainerHistory, call: RecordedCall): boolean {
  const seen = life.views.some((view) => view.state === 'CONTAINER_EXITED' && beganAfter(call, view.call));
  return seen || life.stops.some((stop) => isAnswered(stop) && beganAfter(call, stop));
}

export function isGoneBefore(life: ContainerHistory | SandboxHistory, call: RecordedCall): boolean {
  return life.removes.some((remove) => isAnswered(remove) && beganAfter(call, remove));
}

/** Nothing but its creation had been asked for. */
export function isOnlyCreated(life: ContainerHistory, call: RecordedCall): boolean {
  const others = life.changes.filter((change) => change !== call && change.rpc !== 'StopContainer');
  return beganAfter(call, life.create) && others.every((change) => beganAfter(change, call));
}

/** No removal of it began before the call ended. */
export function isKeptUntil(life: ContainerHistory | SandboxHistory, call: RecordedCall): boolean {
  const removals = life.changes.filter(({ rpc }) => rpc === 'RemoveContainer' || rpc === 'RemovePodSandbox');
  return removals.every((removal) => beganAfter(removal, call));
}

/** A runtime may forget a container that it could not start, as CRI-O does. */
export function mayBeGone({ starts }: ContainerHistory, call: RecordedCall): boolean {
  return !starts.some(isAnswered) && starts.some((start) => !beganAfter(start, call));
}

export type StatusView = Extract<ContainerAnswer, { kind: 'status' }>;

export function exitedStatuses(life: ContainerHistory): readonly StatusView[] {
  return statusViews(life).filter(({ state }) => state === 'CONTAINER_EXITED');
}

/** What the container's program does, `seen`: once it has printed this line; undefined if unknown. */
export function programOf({ config }: ContainerHistory, seen?: string): Prediction | undefined {
  const words = wordsOf(config);
  if (words.length === 0) return undefined;
  return predict(words, { hasInput: config.stdin === true, ...(seen !== undefined && { seen }) });
}

/**
 * The last line of its log that had been seen, so its program was up and its signal handlers in place;
 * undefined if none had.
 */
export function lineSeenBefore(
  evidence: Evidence,
  life: ContainerHistory,
  call: RecordedCall,
): string | undefined {
  if (evidence.containers().filter(({ name }) => name === life.name).length > 1) return undefined;
  const last = evidence
    .steps('wait-for-log')
    .findLast(
      ({ parameters, endedMs }) =>
        parameters.container === life.name && endedMs !== undefined && endedMs <= call.beganMs,
    );
  return last && (last.parameters.line ?? '');
}

/** The stop signal of its image. */
export function signalOfImage({ config }: ContainerHistory): number {
  const told = config.envs?.find(({ key }) => key === stopSignalVariable)?.value ?? '';
  // Bytes in v1, a string in v1alpha2.
  return parseSignal(Buffer.from(told, 'base64').toString()) ?? parseSignal(told) ?? SIGTERM;
}

/**
 * The signal that StopContainer sends: the one requested, or else that of its image. Undefined: a signal is
 * requested, and no status says whether the runtime knows that field.
 */
export function stopSignalOf(life: ContainerHistory): number | undefined {
  const { stop_signal: asked = 'SIGNAL_RUNTIME_DEFAULT' } = life.config;
  if (asked === 'SIGNAL_RUNTIME_DEFAULT') return signalOfImage(life);
  const isKnown = statusViews(life).some(({ status }) => status.stop_signal === asked);
  return isKnown ? parseSignal(asked.replace(/^SIGNAL_/, '')) : undefined;
}

/** What its program does when it is stopped; undefined if unknown. */
export function reactionToStop(life: ContainerHistory): PredictedReaction | undefined {
  const signal = stopSignalOf(life);
  return signal === undefined ? undefined : reactionTo(signal, wordsOf(life.config));
}

/** Ids that cannot exist: scenarios make them up. */
/** There is no container of the id in the request, or no longer. */
export function isOnMissing(
  evidence: Evidence,
  call: RecordedCall & { readonly request: { readonly container_id?: string | undefined } },
): boolean {
  const id = call.request.container_id ?? '';
  const life = evidence.container(id);
  return isMadeUp(id) || (life !== undefined && isGoneBefore(life, call));
}

export const isMadeUp = (id: string): boolean => id.startsWith(madeUpIdPrefix);
