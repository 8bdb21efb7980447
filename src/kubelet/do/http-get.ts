// SPDX-License-Identifier: Apache-2.0
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface HttpTarget {
  readonly scheme: 'HTTP' | 'HTTPS';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type HttpAnswer = { readonly status: number } | { readonly failed: string };

/** One GET without certificate checks; any answer will do. */
export function httpGet(target: HttpTarget, signal: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const { host, port, path, headers } = target;
    const options = { host, port, path, headers, signal, agent: false, rejectUnauthorized: false };
    const onAnswer = (answer: IncomingMessage): void => {
      answer.resume();
      answer.once('close', () => {
        resolve({ status: answer.statusCode ?? 0 });
      });
    };
    const sent = target.scheme === 'HTTPS' ? httpsRequest(options, onAnswer) : httpRequest(options, onAnswer);
    sent.once('error', (error) => {
      resolve({ failed: error.message });
    });
    sent.end();
  });
}
