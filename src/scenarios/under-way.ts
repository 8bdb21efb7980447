// SPDX-License-Identifier: Apache-2.0
import type { CallFault } from './fault.js';

/** A call of the kubelet waits until `clear-faults`, so that a scenario can have it under way at a moment of its choice. */
export function heldBack(rpc: string): readonly CallFault[] {
  return [{ rpc, effect: { kind: 'delay', ms: 600_000 } }];
}
