// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import { errorAnswer, type RegistryAnswer } from './answer.js';
import type { RegistryRequest } from './registry.js';

const maxBodyBytes = 64 * 1024;
const maxUrlLength = 2048;

type RequestReading = { readonly request: RegistryRequest } | { readonly refusal: RegistryAnswer };

/** Refuses a body that is too long before it is in memory, and closes the connection. */
export async function readRequest(message: IncomingMessage): Promise<RequestReading> {
  const { url = '/', headers } = message;
  if (url.length > maxUrlLength) return refused(414, 'the path is too long');
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return refused(413, 'the body is too long');
  const form = await bodyOf(message);
  if (form === undefined) return refused(413, 'the body is too long');
  const { method = 'GET' } = message;
  const { authorization, range } = headers;
  return { request: { method, url: new URL(url, 'http://registry'), authorization, range, form } };
}

/** Uses events: leaving an iteration early destroys the socket before the refusal is sent. */
function bodyOf(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
      else {
        message.pause();
        resolve(undefined);
      }
    });
    message.on('end', () => {
      resolve(Buffer.concat(chunks).toString());
    });
    message.on('error', reject);
  });
}

function refused(status: number, message: string): RequestReading {
  return { refusal: errorAnswer(status, ['SIZE_INVALID', message], { connection: 'close' }) };
}
