// SPDX-License-Identifier: Apache-2.0
import type { StatusObject } from '@grpc/grpc-js';

import { cutInMiddle } from '#base/text/cut-in-middle.js';
import type { Refusal, NoAnswer } from '../outcome.js';
import { statusNames, type StatusName } from '../status-name.js';
import { TooMuchToRead } from '../proto/bounded-reader.js';

export const messageLimitBytes: number = 16 * 1024 * 1024;

/**
 * grpc-js's own messages when no status came from the server. A server's status nearly always has headers;
 * without them, only these words tell the two apart.
 */
const lostWords: Partial<Record<StatusName, RegExp>> = {
  UNAVAILABLE:
    /^(Connection dropped$|No connection established|Stream refused by server$|Channel closed before call started$|Write error: |Write failed with error |Name resolution failed|(read|write|connect) E[A-Z]+)/,
  INTERNAL: /^(Received RST_STREAM with code |Failed to start HTTP\/2 stream with error |Write error: )/,
  CANCELLED: /^Call cancelled$/,
  UNKNOWN: /^No status information received$/,
  RESOURCE_EXHAUSTED: /^Bandwidth exhausted or memory limit exceeded$/,
  PERMISSION_DENIED: /^Protocol not secure enough$/,
};

/** Limit for a refusal's message; nobody reads a longer one. */
const maxTextLength = 16 * 1024;

const ourDeadline = /^Deadline exceeded after \d/;
const ourSizeLimit = /^(Received message larger than max|Attempted to send message with a size larger than )/;

export function statusName(code: number): StatusName {
  return statusNames[code] ?? 'UNKNOWN';
}

/** Classifies a failed call: did the runtime refuse it, or did no answer arrive, and why. */
export function callFailure(status: StatusObject, aborted: boolean): Refusal | NoAnswer {
  const code = statusName(status.code);
  const message = cutInMiddle(withoutFootnote(status.details), maxTextLength);
  const ours = Object.keys(status.metadata.getMap()).length === 0;
  if (ours) {
    if (aborted && code === 'CANCELLED') return { kind: 'unanswered', reason: 'cancelled', message };
    if (code === 'DEADLINE_EXCEEDED' && ourDeadline.test(message)) {
      return { kind: 'unanswered', reason: 'client-deadline', message };
    }
    if (lostWords[code]?.test(message) === true)
      return { kind: 'unanswered', reason: 'connection-lost', message };
    if (code === 'RESOURCE_EXHAUSTED' && ourSizeLimit.test(message)) {
      return beyondOurLimit(`${messageLimitBytes} bytes: ${message}`);
    }
  }
  return { kind: 'refused', code, message };
}

/** Removes grpc-js's suffix; a huge message from a runtime is not searched for it. */
function withoutFootnote(details: string): string {
  const at = details.indexOf('Resolution note:');
  if (at < 0) return details;
  const text = details.slice(0, at).trimEnd();
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

function beyondOurLimit(what: string): Refusal {
  return { kind: 'refused', code: 'RESOURCE_EXHAUSTED', message: `${ourLimit}${what}` };
}

const ourLimit = "criprobe's own limit of ";

/** The runtime answered, with more than a kubelet or we accept. */
export function isBeyondOurLimit({ code, message }: Refusal): boolean {
  return code === 'RESOURCE_EXHAUSTED' && message.startsWith(ourLimit);
}

/** The runtime answered, with bytes that are not a valid message of the expected type. */
export function undecodable(type: string, error: unknown): Refusal {
  if (error instanceof TooMuchToRead) return beyondOurLimit(`${error.message}: this ${type} has more`);
  return {
    kind: 'refused',
    code: 'INTERNAL',
    message: `criprobe cannot decode this ${type}: ${(error as Error).message}`,
  };
}
