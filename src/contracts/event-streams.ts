// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { unsupported, type Verdict } from './verdict.js';

/** A runtime without events refuses the stream, or ends it at once; undefined if events may come. */
export function withoutEvents(evidence: Evidence): Verdict | undefined {
  const streams = evidence.of('GetContainerEvents');
  const [stream] = streams;
  if (stream === undefined || streams.some(({ messages }) => messages.length > 0)) return undefined;
  const off =
    stream.outcome.kind === 'ended' || (isRefused(stream) && stream.outcome.code === 'UNIMPLEMENTED');
  return off ? unsupported([stream.seq], 'the runtime sends no events') : undefined;
}
