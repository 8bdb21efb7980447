// SPDX-License-Identifier: Apache-2.0
import { request } from 'node:http';

export interface EngineAnswer {
  readonly status: number;
  /** The engine's error message. */
  readonly message: string;
}

const giveUpMs = 60_000;

/**
 * Asks the container engine at a socket to delete something. Plain HTTP, because testcontainers may not be
 * installed where we clean up.
 */
export function deleteAtEngine(socketPath: string, path: string): Promise<EngineAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, method: 'DELETE', host: 'localhost', timeout: giveUpMs });
    asked.once('error', reject);
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${giveUpMs / 1_000} s`)));
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, message: messageIn(text) });
      });
      response.once('error', reject);
    });
    asked.end();
  });
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? '';
  } catch {
    return text.trim();
  }
}
