// SPDX-License-Identifier: Apache-2.0
import { isRefused, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { isSameThing, isUnsure, type CreateCall } from '../attempts.js';
import { held, violated, type Verdict } from '../../verdict.js';

/** An object in a list that no answer named. */
interface Ghost {
  readonly list: RecordedCall;
  readonly id: string;
  readonly state: string;
  /** Creations that were asked for under its name and attempt, before the list ended. */
  readonly makings: readonly CreateCall[];
}

/** Judges one list: all objects of our pods in it are ones that some answer named. */
export function mustBeKnown(
  list: AnsweredCall<'ListPodSandbox' | 'ListContainers'>,
  ghosts: readonly Ghost[],
): Verdict {
  const ghost = ghosts.find(({ makings }) => !makings.some(isUnsure));
  if (ghost === undefined) return held([list.seq]);
  const failed = ghost.makings.find((making) => isRefused(making as RecordedCall));
  return violated(failed === undefined ? [list.seq] : [failed.seq, list.seq], {
    expected: 'only objects that an answer named: a creation that fails leaves nothing',
    actual: `${ghost.id} is ${ghost.state}`,
  });
}

export function ghostContainers(evidence: Evidence, list: AnsweredCall<'ListContainers'>): readonly Ghost[] {
  return (list.outcome.response.containers ?? []).flatMap((item) => {
    const { id = '', metadata, pod_sandbox_id: within = '', state = 'CONTAINER_CREATED' } = item;
    if (evidence.sandbox(within) === undefined || evidence.container(id) !== undefined) return [];
    const request = { pod_sandbox_id: within, config: { metadata } };
    return [{ list, id, state, makings: makingsOf(evidence.of('CreateContainer'), request, list) }];
  });
}

export function ghostSandboxes(evidence: Evidence, list: AnsweredCall<'ListPodSandbox'>): readonly Ghost[] {
  const uids = new Set(evidence.of('RunPodSandbox').map(({ request }) => request.config?.metadata?.uid));
  return (list.outcome.response.items ?? []).flatMap((item) => {
    const { id = '', metadata, state = 'SANDBOX_READY' } = item;
    if (!uids.has(metadata?.uid) || evidence.sandbox(id) !== undefined) return [];
    return [
      { list, id, state, makings: makingsOf(evidence.of('RunPodSandbox'), { config: { metadata } }, list) },
    ];
  });
}

/** Also those that were under way when the list was read: their answer may come later. */
function makingsOf<C extends CreateCall>(
  makings: readonly C[],
  request: C['request'],
  list: RecordedCall,
): readonly C[] {
  return makings.filter(
    (making) =>
      !beganAfter(making, list) &&
      isSameThing(making, { ...making, request }) &&
      (making.request.config?.metadata?.attempt ?? 0) === (request.config?.metadata?.attempt ?? 0),
  );
}
