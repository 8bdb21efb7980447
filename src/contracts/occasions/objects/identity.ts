// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Fact } from '../../fact.js';

/** A runtime may answer with megabytes; an id longer than this is compared by its beginning. */
const maxLength = 256;

/** The ids that creations were answered with. An object keeps its id for ever, so no other may ever have it. */
export function idsGiven(evidence: Evidence, rpc: 'RunPodSandbox' | 'CreateContainer'): readonly Fact[] {
  return evidence.of(rpc).flatMap((call: RecordedCall): readonly Fact[] => {
    const id = idIn(call);
    if (id === '') return [];
    const { scenario, beganMs: fromMs, seq } = call;
    return [
      { scenario, of: thingIn(call), value: id.slice(0, maxLength), fromMs, untilMs: Infinity, calls: [seq] },
    ];
  });
}

function idIn(call: RecordedCall): string {
  if (!isAnswered(call)) return '';
  const { container_id: container, pod_sandbox_id: sandbox } = call.outcome.response as Ids;
  return container ?? sandbox ?? '';
}

interface Ids {
  readonly container_id?: string;
  readonly pod_sandbox_id?: string;
}

/** What was asked for: a repeated request may be answered with the id of the first. */
function thingIn({ scenario, request }: RecordedCall): string {
  const { pod_sandbox_id: within = '', config } = request as Ids & {
    readonly config?: { readonly metadata?: object };
  };
  return [scenario, within, JSON.stringify(config?.metadata ?? {})].filter((part) => part !== '').join(' ');
}
