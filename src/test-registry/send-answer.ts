// SPDX-License-Identifier: Apache-2.0
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RegistryAnswer } from './answer.js';

/** The speed of the fault `slow`. */
export interface Dribble {
  readonly chunkBytes: number;
  readonly everyMs: number;
}

export interface SendOptions {
  readonly response: ServerResponse;
  readonly head: boolean;
  readonly dribble: Dribble;
  /** Aborts when the registry closes. */
  readonly closing: AbortSignal;
}

export async function sendAnswer(answer: RegistryAnswer, sending: SendOptions): Promise<void> {
  const { response } = sending;
  if (answer.delivery === 'hang') return;
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
  if (sending.head) response.end();
  else if (answer.delivery === 'slow') await dribble(answer.body, sending);
  else if (answer.delivery === 'truncated') breakOff(answer, response);
  else response.end(answer.body);
}

async function dribble(
  body: Uint8Array,
  { response, dribble: { chunkBytes, everyMs }, closing }: SendOptions,
): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += chunkBytes) {
    response.write(body.subarray(at, at + chunkBytes));
    await pause(everyMs, undefined, { signal: closing }).catch(() => response.destroy());
  }
  response.end();
}

function breakOff({ body, cutAt = 0 }: RegistryAnswer, response: ServerResponse): void {
  response.flushHeaders();
  response.write(body.subarray(0, cutAt), () => response.socket?.end());
}
