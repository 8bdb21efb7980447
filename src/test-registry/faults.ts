// SPDX-License-Identifier: Apache-2.0
import { errorAnswer, type RegistryAnswer } from './answer.js';
import { BoundedMap } from './bounded-map.js';
import type { RegistryFault, FaultKind } from './repository-path.js';

interface FaultyRequest {
  readonly repository: string;
  readonly fault: RegistryFault | undefined;
  /** Content faults apply only to requests for content. */
  readonly fetchesBlob: boolean;
}

/** The fault for this request, if any; counts requests to repositories that recover. */
export type FaultClock = (request: FaultyRequest) => FaultKind | undefined;

const maxCounted = 1000;
const ofContent: ReadonlySet<FaultKind> = new Set(['slow', 'hang', 'truncated', 'wrong-digest']);

export function createFaultClock(): FaultClock {
  const struck = new BoundedMap<string, number>(maxCounted);
  return ({ repository, fault, fetchesBlob }) => {
    if (fault === undefined || (ofContent.has(fault.kind) && !fetchesBlob)) return undefined;
    if (fault.times === Infinity) return fault.kind;
    const before = struck.get(repository) ?? 0;
    if (before >= fault.times) return undefined;
    struck.set(repository, before + 1);
    return fault.kind;
  };
}

/** Applies the fault to an answer. */
export function spoil(fault: FaultKind, answer: RegistryAnswer): RegistryAnswer {
  switch (fault) {
    case '401':
      return errorAnswer(401, ['UNAUTHORIZED', 'authentication required']);
    case '404':
      return errorAnswer(404, ['NAME_UNKNOWN', 'repository name not known to registry']);
    case '429':
      return errorAnswer(429, ['TOOMANYREQUESTS', 'too many requests'], { 'retry-after': '1' });
    case '500':
      return errorAnswer(500, ['UNKNOWN', 'unknown error']);
    case 'slow':
    case 'hang':
      return { ...answer, delivery: fault };
    case 'truncated':
      return truncated(answer);
    case 'wrong-digest':
      return altered(answer);
  }
}

/**
 * No request gets past the middle of the blob, not even with a range: a client that resumes must fail, too.
 */
function truncated(answer: RegistryAnswer): RegistryAnswer {
  const [, start = '0', size = String(answer.body.length)] =
    /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? [];
  const cutAt = Math.max(0, Math.floor(Number(size) / 2) - Number(start));
  return { ...answer, delivery: 'truncated', cutAt: Math.min(cutAt, answer.body.length) };
}

function altered(answer: RegistryAnswer): RegistryAnswer {
  const body = Buffer.from(answer.body);
  const last = body.length - 1;
  if (answer.status < 300 && last >= 0) body.writeUInt8(body.readUInt8(last) ^ 1, last);
  return { ...answer, body };
}
