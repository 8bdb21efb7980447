// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';

/** A call that creates a named object. */
export type CreateCall = RecordedCall<'RunPodSandbox'> | RecordedCall<'CreateContainer'>;

/** Whether two calls would create the same object, whatever their attempt. */
export function isSameThing(one: CreateCall, other: CreateCall): boolean {
  return nameToMake(one) === nameToMake(other);
}

function nameToMake({ rpc, request }: CreateCall): string {
  const metadata = Object.entries(request.config?.metadata ?? {}).filter(([key]) => key !== 'attempt');
  const where = 'pod_sandbox_id' in request ? request.pod_sandbox_id : '';
  return JSON.stringify([rpc, where, metadata.sort()]);
}

export function attemptOf({ request }: CreateCall): number {
  return request.config?.metadata?.attempt ?? 0;
}

/**
 * When the first call began that may have made what this one was answered with: a runtime may go on with a call that its
 * client gave up, and answer the next one with what that made.
 */
export function makingBeganMs(evidence: Evidence, call: CreateCall): number {
  const all: readonly CreateCall[] =
    call.rpc === 'RunPodSandbox' ? evidence.of('RunPodSandbox') : evidence.of('CreateContainer');
  return Math.min(
    call.beganMs,
    ...all
      .filter((one) => one.seq < call.seq && isUnsure(one))
      .filter((one) => isSameThing(one, call) && attemptOf(one) === attemptOf(call))
      .map(({ beganMs }) => beganMs),
  );
}

/** Nobody knows how it ended: it may have made an object that no answer named. */
export function isUnsure(making: CreateCall): boolean {
  const call: RecordedCall = making;
  return isRefused(call) ? unsure.has(call.outcome.code) : !isAnswered(call);
}

/** The runtime gave up at the deadline of its client, or the connection broke. */
const unsure: ReadonlySet<string> = new Set(['CANCELLED', 'DEADLINE_EXCEEDED', 'UNAVAILABLE']);

/** What it created; undefined if no answer says. */
export function madeBy(evidence: Evidence, call: CreateCall): SandboxHistory | ContainerHistory | undefined {
  if (!isAnswered(call as RecordedCall)) return undefined;
  return (
    evidence.sandboxes().find(({ run }) => run === call) ??
    evidence.containers().find(({ create }) => create === call)
  );
}

type Namesakes = readonly [list: RecordedCall, items: readonly Namesake[]];

/** An object in a list, with the requested name and attempt. */
interface Namesake {
  readonly id: string;
  readonly list: RecordedCall;
  /** READY, or not exited. */
  readonly isAlive: boolean;
}

/** For each answered list, the objects with this name and attempt. */
export function namesakes(evidence: Evidence, call: CreateCall): readonly Namesakes[] {
  return call.rpc === 'RunPodSandbox' ? sandboxNamesakes(evidence, call) : containerNamesakes(evidence, call);
}

function sandboxNamesakes(evidence: Evidence, { request }: CreateCall): readonly Namesakes[] {
  const wanted = keyOf(request.config?.metadata ?? {});
  return evidence.answered('ListPodSandbox').map((list) => {
    const items = (list.outcome.response.items ?? []).filter(
      ({ metadata = {} }) => keyOf(metadata) === wanted,
    );
    const isAlive = (state: string | undefined): boolean => (state ?? 'SANDBOX_READY') === 'SANDBOX_READY';
    return [list, items.map(({ id = '', state }) => ({ id, list, isAlive: isAlive(state) }))];
  });
}

function containerNamesakes(
  evidence: Evidence,
  { request }: RecordedCall<'CreateContainer'>,
): readonly Namesakes[] {
  const wanted = keyOf(request.config?.metadata ?? {});
  return evidence.answered('ListContainers').map((list) => {
    const items = (list.outcome.response.containers ?? []).filter(
      ({ metadata = {}, pod_sandbox_id: within }) =>
        within === request.pod_sandbox_id && keyOf(metadata) === wanted,
    );
    return [list, items.map(({ id = '', state }) => ({ id, list, isAlive: state !== 'CONTAINER_EXITED' }))];
  });
}

function keyOf(metadata: object): string {
  return JSON.stringify(Object.entries({ attempt: 0, ...metadata }).sort());
}
