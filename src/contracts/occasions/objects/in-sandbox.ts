// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';

/** Of the ids that are said to be the containers of a sandbox: one that is not, or is there twice. */
export function alienIn(evidence: Evidence, sandboxId: string, ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => {
    const isTwice = seen.has(id);
    seen.add(id);
    return isTwice || !isOfSandbox(evidence, sandboxId, id);
  });
}

/** A creation whose answer was lost may have made one more. */
function isOfSandbox(evidence: Evidence, sandboxId: string, id: string): boolean {
  const own = evidence.container(id);
  if (own !== undefined) return own.sandboxId === sandboxId;
  return evidence
    .of('CreateContainer')
    .some((create) => create.request.pod_sandbox_id === sandboxId && !isAnswered(create));
}
