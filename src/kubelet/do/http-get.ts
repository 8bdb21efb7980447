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

/** One GET without certificate checks; the status of any answer, or what went wrong. */
export function httpGet(target: HttpTarget, signal: AbortSignal): Promise<number | Error> {
  return new Promise((resolve) => {
    const { host, port, path, headers } = target;
    const options = { host, port, path, headers, signal, agent: false, rejectUnauthorized: false };
    const onAnswer = (answer: IncomingMessage): void => {
      answer.resume();
      answer.once('close', () => {
        resolve(answer.statusCode ?? 0);
      });
    };
    const sent = target.scheme === 'HTTPS' ? httpsRequest(options, onAnswer) : httpRequest(options, onAnswer);
    sent.once('error', resolve);
    sent.end();
  });
}
