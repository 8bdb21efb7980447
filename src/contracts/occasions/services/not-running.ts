// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { CriMethod } from '#cri/methods.js';
import { isEndedBefore, isGoneBefore, isKeptUntil, isMadeUp } from '../occasions.js';

/**
 * The call names a container that has ended, is removed or never existed. One that was not started yet may
 * have a process in which runtimes can execute something: the CRI is silent on it.
 */
export function notRunning<M extends CriMethod>(evidence: Evidence, call: RecordedCall<M>): boolean {
  const { container_id: id = '' } = call.request as { readonly container_id?: string };
  if (isMadeUp(id)) return true;
  const life = evidence.container(id);
  return (
    life !== undefined && (isGoneBefore(life, call) || (isEndedBefore(life, call) && isKeptUntil(life, call)))
  );
}

/** The call names a sandbox that is stopped, removed or never existed. */
export function notReady<M extends CriMethod>(evidence: Evidence, call: RecordedCall<M>): boolean {
  const { pod_sandbox_id: id = '' } = call.request as { readonly pod_sandbox_id?: string };
  if (isMadeUp(id)) return true;
  const sandbox = evidence.sandbox(id);
  if (sandbox === undefined) return false;
  const isStopped = sandbox.stops.some((stop) => stop.outcome.kind === 'ok' && beganAfter(call, stop));
  return isStopped || isGoneBefore(sandbox, call);
}
