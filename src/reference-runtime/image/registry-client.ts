// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { AuthConfig } from '#cri/proto/generated/messages.js';
import { failed } from '../refuse.js';
import { basicAuthorization, challengeOf, tokenQuestion, type Challenge } from './registry-auth.js';

export interface RegistrySession {
  readonly registry: string;
  readonly auth: AuthConfig | undefined;
  readonly signal: AbortSignal;
  /** A transfer without progress for this long is given up. */
  readonly idleMs: number;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const largestBlob = 512 * 1024 * 1024;

/** No registry listens at that address. */
export class NobodyListens extends CriRefusal {
  constructor(host: string) {
    super('UNKNOWN', `RegistryUnavailable: ${host}: connection refused`);
  }
}

/** A client of one registry's distribution API; keeps its token. */
export class RegistryClient {
  readonly #session: RegistrySession;
  #authorization: string | undefined;

  constructor(session: RegistrySession) {
    if (!loopback.test(session.registry)) {
      throw failed(`RegistryUnavailable: only registries on loopback are used, not ${session.registry}`);
    }
    this.#session = session;
    if (session.auth?.registry_token !== undefined)
      this.#authorization = `Bearer ${session.auth.registry_token}`;
  }

  async fetch(path: string, what: { readonly accept: string; readonly repository: string }): Promise<Buffer> {
    const url = new URL(`/v2/${what.repository}/${path}`, `http://${this.#session.registry}`);
    let answer = await this.#get(url, what.accept);
    if (answer.statusCode === 401 && (await this.#authorize(answer, what.repository))) {
      answer.resume();
      answer = await this.#get(url, what.accept);
    }
    if (answer.statusCode !== 200) throw await refusalOf(answer, url);
    return this.#body(answer);
  }

  async #get(url: URL, accept: string, hops = 5): Promise<IncomingMessage> {
    const answer = await this.#send(url, {
      accept,
      ...(this.#authorization !== undefined && { authorization: this.#authorization }),
    });
    const location = answer.headers.location;
    const redirects = [301, 302, 307, 308].includes(answer.statusCode ?? 0);
    if (!redirects || location === undefined || hops === 0) return answer;
    answer.resume();
    return this.#get(new URL(location, url), accept, hops - 1);
  }

  #send(url: URL, headers: Record<string, string>, form?: URLSearchParams): Promise<IncomingMessage> {
    if (!loopback.test(url.host) || url.protocol !== 'http:') {
      throw failed(`RegistryUnavailable: only plain http on loopback is used, not ${url.origin}`);
    }
    const { signal, idleMs } = this.#session;
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const method = form === undefined ? 'GET' : 'POST';
    return new Promise((resolve, reject) => {
      const call = request(url, { method, headers: { ...headers, ...type }, signal, agent: false }, resolve);
      call.setTimeout(idleMs, () => call.destroy(new Error(`nothing came for ${idleMs} ms`)));
      call.on('error', (error) => {
        const isNobody = 'code' in error && error.code === 'ECONNREFUSED';
        reject(
          isNobody
            ? new NobodyListens(url.host)
            : failed(`RegistryUnavailable: ${url.host}: ${error.message}`),
        );
      });
      call.end(form?.toString());
    });
  }

  async #body(answer: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer);
        size += (chunk as Buffer).length;
        if (size > largestBlob) throw new Error(`more than ${largestBlob} bytes`);
      }
    } catch (error) {
      throw failed(`transfer broke off: ${errorMessage(error)}`);
    }
    return Buffer.concat(chunks);
  }

  async #authorize(answer: IncomingMessage, repository: string): Promise<boolean> {
    const challenge = challengeOf(answer.headers['www-authenticate']);
    const basic = basicAuthorization(this.#session.auth);
    if (challenge === undefined) return false;
    if (challenge.scheme === 'basic') {
      this.#authorization = basic;
      return basic !== undefined;
    }
    this.#authorization = await this.#token(challenge, repository);
    return true;
  }

  async #token(challenge: Challenge, repository: string): Promise<string> {
    const { url, headers, form } = tokenQuestion(challenge, this.#session.auth, repository);
    const granted = await this.#send(url, headers, form);
    if (granted.statusCode !== 200) throw await refusalOf(granted, url);
    const token = JSON.parse((await this.#body(granted)).toString()) as {
      token?: string;
      access_token?: string;
    };
    return `Bearer ${token.token ?? token.access_token ?? ''}`;
  }
}

async function refusalOf(answer: IncomingMessage, url: URL): Promise<CriRefusal> {
  answer.resume();
  await new Promise((resolve) => answer.once('close', resolve).once('end', resolve));
  const status = answer.statusCode ?? 0;
  const where = `${url.host}${url.pathname}`;
  if (status === 404) return new CriRefusal('NOT_FOUND', `${where}: not found`);
  if (status === 401) return new CriRefusal('UNAUTHENTICATED', `${where}: authorization failed (401)`);
  if (status === 403) return new CriRefusal('PERMISSION_DENIED', `${where}: access denied (403)`);
  return failed(`RegistryUnavailable: ${where}: unexpected status ${status}`);
}

export function verified(bytes: Buffer, digest: string): Buffer {
  const actual = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (actual !== digest)
    throw new CriRefusal('FAILED_PRECONDITION', `content has digest ${actual}, expected ${digest}`);
  return bytes;
}
