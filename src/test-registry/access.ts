// SPDX-License-Identifier: Apache-2.0
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { errorAnswer, jsonAnswer, type Answer } from './answer.js';
import type { Guard } from './repository-path.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Taken for a password by the token endpoint, as `identity_token` of CRI is. */
  readonly identityToken: string;
  /** Opens every repository by itself, as `registry_token` of CRI does. */
  readonly registryToken: string;
}

export const defaultCredentials: Credentials = {
  username: 'box',
  password: 'let-me-in',
  identityToken: 'box-identity-token',
  registryToken: 'box-registry-token',
};

interface TokenRequest {
  readonly authorization: string | undefined;
  /** Of the query, and of the form when the request has one. */
  readonly parameters: URLSearchParams;
}

/** Who may read the guarded repositories. */
export interface Access {
  /** For the answer to `/v2/`: CRI-O takes its challenges from there only. Not a 401, which would end pulls without a name. */
  readonly invitation: Readonly<Record<string, string>>;
  /** Undefined lets the request pass. */
  refusal(guard: Guard, repository: string, authorization: string | undefined): Answer | undefined;
  tokenAnswer(request: TokenRequest): Answer;
}

const basicChallenge = 'Basic realm="criprobe test registry"';

export function createAccess(credentials: Credentials, realm: () => string): Access {
  const scopes = new Map<string, string>();
  const basic = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;

  const opens = (guard: Guard, repository: string, authorization: string): boolean => {
    if (guard === 'basic') return equal(authorization, basic);
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
    return (
      equal(token, credentials.registryToken) ||
      scopes.get(token)?.includes(`repository:${repository}:`) === true
    );
  };

  const challenge = (guard: Guard, repository: string): string =>
    guard === 'basic'
      ? basicChallenge
      : `Bearer realm="${realm()}",service="criprobe",scope="repository:${repository}:pull"`;

  return {
    invitation: { 'www-authenticate': basicChallenge },
    refusal: (guard, repository, authorization) => {
      if (opens(guard, repository, authorization ?? '')) return undefined;
      const headers = { 'www-authenticate': challenge(guard, repository) };
      return errorAnswer(401, ['UNAUTHORIZED', 'authentication required'], headers);
    },
    tokenAnswer: ({ authorization, parameters }) => {
      const known = equal(authorization ?? '', basic) || knownByForm(credentials, parameters);
      if (!known) return errorAnswer(401, ['UNAUTHORIZED', 'incorrect username or password']);
      const token = randomUUID();
      scopes.set(token, parameters.getAll('scope').join(' '));
      return jsonAnswer(200, { token, access_token: token, expires_in: 300 });
    },
  };
}

function knownByForm(credentials: Credentials, form: URLSearchParams): boolean {
  const given = (name: string): string => form.get(name) ?? '';
  if (given('grant_type') === 'refresh_token')
    return equal(given('refresh_token'), credentials.identityToken);
  return equal(given('username'), credentials.username) && equal(given('password'), credentials.password);
}

function equal(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
