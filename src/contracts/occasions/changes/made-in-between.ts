// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import { isAfterOutage, isBeforeOutage } from '../outages.js';

/** An object that the new version made, and that was there when the old one returned. */
export interface MadeInBetween {
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly kind: 'container' | 'sandbox';
  readonly made: RecordedCall;
  readonly removes: readonly RecordedCall[];
  /** The return of the old version. */
  readonly outage: Outage;
}

export function madeInBetween(evidence: Evidence): readonly MadeInBetween[] {
  const sandboxes = evidence.sandboxes().map(({ id, run: made, removes }) => ({
    ...{ id, made, removes, kind: 'sandbox' as const },
    name: `sandbox ${id}`,
  }));
  const containers = evidence.containers().map(({ id, name, sandboxId, create: made, removes }) => ({
    ...{ id, made, kind: 'container' as const },
    name: `${name} (${id})`,
    removes: [...removes, ...sandboxes.filter((one) => one.id === sandboxId).flatMap((one) => one.removes)],
  }));
  const changes = evidence.outages().filter(({ upgraded }) => upgraded);
  return changes.flatMap((outage, nth) => {
    const before = changes[nth - 1];
    if (!outage.back || before === undefined) return [];
    return [...sandboxes, ...containers]
      .filter(({ made }) => isAfterOutage(made, before) && isBeforeOutage(made, outage))
      .filter(({ removes }) => removes.every((remove) => isAfterOutage(remove, outage)))
      .map((one) => ({ ...one, outage }));
  });
}
