// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { isRefused } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { unexercised, unsupported, type Verdict } from '../verdict.js';

/** Why no start was refused. Some runtimes look for the program when they create the container: then none can be. */
export function noRefusedStart(evidence: Evidence, none: string): Verdict {
  const create = evidence
    .of('CreateContainer')
    .find((call) => isRefused(call) && call.request.config?.command?.[0]?.startsWith(`/${madeUpIdPrefix}`));
  return create === undefined
    ? unexercised(none)
    : unsupported([create.seq], 'the runtime refuses a missing program when the container is created');
}
