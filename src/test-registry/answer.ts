// SPDX-License-Identifier: Apache-2.0
import type { FaultKind } from './repository-path.js';

/** An answer before it is sent. */
export interface RegistryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How to send the body, if not in one piece. */
  readonly delivery?: Extract<FaultKind, 'slow' | 'hang' | 'truncated'>;
  /** With `truncated`: how many bytes to send before closing the connection. */
  readonly cutAt?: number;
}

export function jsonAnswer(
  status: number,
  value: object,
  headers: Record<string, string> = {},
): RegistryAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** An error in the format of the distribution API. */
export function errorAnswer(
  status: number,
  [code, message]: readonly [string, string],
  headers?: Record<string, string>,
): RegistryAnswer {
  return jsonAnswer(status, { errors: [{ code, message, detail: null }] }, headers);
}
