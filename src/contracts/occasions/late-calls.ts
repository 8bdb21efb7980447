// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { CriMethod } from '#cri/methods.js';

/** A call in flight when the daemon stopped: interrupted, or answered just in time. */
export interface LateCall<M extends CriMethod> {
  readonly call: RecordedCall<M>;
  readonly outage: Outage;
}

/** Calls that began in order to be in flight when the daemon stops. Excludes refusals of a running daemon. */
export function lateCalls<M extends CriMethod>(evidence: Evidence, rpc: M): readonly LateCall<M>[] {
  return evidence.outages().flatMap((outage) =>
    outage.startedMs === undefined
      ? []
      : evidence
          .of(rpc)
          .filter(({ beganMs, outcome }) => {
            const isOpen = outcome.kind === 'ok' || outcome.kind === 'cut-off';
            return isOpen && beganMs >= lastMomentMs(evidence, outage) && beganMs <= outage.stoppingMs;
          })
          .map((call) => ({ call, outage })),
  );
}

/** When the scenario was ready for the daemon to stop. */
function lastMomentMs(evidence: Evidence, { stoppingMs }: Outage): number {
  const step = evidence.steps('stop-daemon').findLast(({ beganMs }) => beganMs <= stoppingMs);
  return step?.beganMs ?? Number.POSITIVE_INFINITY;
}
