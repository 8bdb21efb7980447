// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import { errorAnswer, type RegistryAnswer } from './answer.js';
import type { RegistryRequest } from './registry.js';

const maxBodyBytes = 64 * 1024;
const maxUrlLength = 2048;

type Read = { readonly request: RegistryRequest } | { readonly refusal: RegistryAnswer };

/** What is too long is refused before it is in memory, and the connection ends with it. */
export async function readRequest(message: IncomingMessage): Promise<Read> {
  const { url = '/', headers } = message;
  if (url.length > maxUrlLength) return refused(414, 'the path is too long');
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return refused(413, 'the body is too long');
  const form = await bodyOf(message);
  if (form === undefined) return refused(413, 'the body is too long');
  const { method = 'GET' } = message;
  const { authorization, range } = headers;
  return { request: { method, url: new URL(url, 'http://registry'), authorization, range, form } };
}

/** Events, not iteration: leaving a loop over the message destroys the socket, and the refusal with it. */
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

function refused(status: number, message: string): Read {
  return { refusal: errorAnswer(status, ['SIZE_INVALID', message], { connection: 'close' }) };
}
