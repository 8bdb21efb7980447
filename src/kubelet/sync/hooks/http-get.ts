// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface HttpTarget {
  readonly scheme: 'HTTP' | 'HTTPS';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

export type HttpAnswer =
  | { readonly status: number; /** The body did not come to its end. */ readonly broken?: true }
  | { readonly failed: string; /** What answers there does not speak TLS. */ readonly notTls?: true };

interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly broken?: true;
}

const maxRedirects = 10;
/** No more of a body is read. */
const maxBodyBytes = 10 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * pkg/probe/http/http.go, DoHTTPProbe: a GET without certificate checks. Redirects to the same host are
 * followed, also to another port, with the same headers; one to another host is the answer.
 */
export async function httpGet(target: HttpTarget, signal: AbortSignal): Promise<HttpAnswer> {
  let at: HttpTarget = target;
  for (let count = 0; ; count += 1) {
    const answer = await getOnce(at, signal);
    if ('failed' in answer) return answer;
    const next = redirects.has(answer.status) ? redirected(at, answer.location) : undefined;
    const stays = !next || next.host !== target.host;
    if (stays) return { status: answer.status, ...(answer.broken && { broken: true }) };
    if (count + 1 >= maxRedirects) return { failed: `stopped after ${maxRedirects} redirects` };
    at = next;
  }
}

function redirected(from: HttpTarget, location = ''): HttpTarget | undefined {
  const base = `${from.scheme.toLowerCase()}://${bracketed(from.host)}:${from.port}${requestPath(from.path)}`;
  if (location === '' || !URL.canParse(location, base)) return undefined;
  const url = new URL(location, base);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const isTls = url.protocol === 'https:';
  return {
    scheme: isTls ? 'HTTPS' : 'HTTP',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isTls ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: URL.canParse(location) ? withoutHost(from.headers) : from.headers,
  };
}

/** A redirect to an absolute URL replaces the Host header. */
function withoutHost(headers: HttpTarget['headers']): HttpTarget['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** As it can stand in a request line: absolute, without fragment, escaped. */
function requestPath(path: string): string {
  const [withoutFragment = ''] = path.split('#', 1);
  const rooted = withoutFragment.startsWith('/') ? withoutFragment : `/${withoutFragment}`;
  return rooted.replace(/[^\x21-\x7e]+/g, percentEncoded);
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function getOnce(
  target: HttpTarget,
  signal: AbortSignal,
): Promise<Answer | Extract<HttpAnswer, { failed: string }>> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      const failed = errorMessage(error);
      resolve({ failed, ...(isNotTls(target, failed) && { notTls: true }) });
    };
    try {
      const sent = send(target, signal, (answer) => {
        void readBody(answer).then(resolve);
      });
      sent.once('error', fail);
      sent.end();
    } catch (error) {
      fail(error);
    }
  });
}

function send(
  { scheme, host, port, path, headers }: HttpTarget,
  signal: AbortSignal,
  onAnswer: (answer: IncomingMessage) => void,
): ClientRequest {
  const common = { host, port, path: requestPath(path), headers: { ...headers }, signal };
  const options = { ...common, agent: false, rejectUnauthorized: false } as const;
  return scheme === 'HTTPS' ? httpsRequest(options, onAnswer) : httpRequest(options, onAnswer);
}

function readBody(answer: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = answer;
  const location = headers.location === undefined ? {} : { location: headers.location };
  let bytes = 0;
  return new Promise((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < maxBodyBytes) return;
      resolve({ status, ...location });
      answer.destroy();
    });
    answer.once('end', () => {
      resolve({ status, ...location });
    });
    answer.once('error', () => undefined);
    answer.once('close', () => {
      resolve({ status, ...location, broken: true });
    });
  });
}

function isNotTls({ scheme }: HttpTarget, message: string): boolean {
  return scheme === 'HTTPS' && /wrong version number|packet length too long|http request/i.test(message);
}
