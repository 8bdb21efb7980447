// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall, RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';

const methods = ['Exec', 'Attach', 'PortForward'] as const;
export type StreamingCall = RecordedCall<(typeof methods)[number]>;

export function streamingCalls(evidence: Evidence): readonly StreamingCall[] {
  return methods
    .flatMap((rpc): readonly StreamingCall[] => evidence.of(rpc))
    .toSorted((one, other) => one.seq - other.seq);
}

export const urlOf = ({ outcome }: AnsweredCall<(typeof methods)[number]>): string =>
  outcome.response.url ?? '';
