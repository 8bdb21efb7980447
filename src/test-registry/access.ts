// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errorAnswer, jsonAnswer, type RegistryAnswer } from './answer.js';
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
  refusal(guard: Guard, repository: string, authorization: string | undefined): RegistryAnswer | undefined;
  tokenAnswer(request: TokenRequest): RegistryAnswer;
}

const basicChallenge = 'Basic realm="criprobe test registry"';
const maxScopeLength = 2048;

export function createAccess(credentials: Credentials, realm: () => string): Access {
  const tokens = createTokens();
  const basic = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;

  const opens = (guard: Guard, repository: string, authorization: string): boolean => {
    if (guard === 'basic') return equal(authorization, basic);
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
    return (
      equal(token, credentials.registryToken) ||
      tokens.scopeOf(token)?.includes(`repository:${repository}:`) === true
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
      const scope = parameters.getAll('scope').join(' ');
      if (scope.length > maxScopeLength) return errorAnswer(400, ['UNSUPPORTED', 'the scope is too long']);
      const token = tokens.of(scope);
      return jsonAnswer(200, { token, access_token: token, expires_in: 300 });
    },
  };
}

interface Tokens {
  of(scope: string): string;
  /** Undefined: not a token of ours. */
  scopeOf(token: string): string | undefined;
}

/** A token carries its scope and our signature, so that none has to be remembered. */
function createTokens(): Tokens {
  const key = randomBytes(32);
  const signed = (payload: string): string =>
    `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
  return {
    of: (scope) => signed(Buffer.from(scope).toString('base64url')),
    scopeOf: (token) => {
      const [payload = ''] = token.split('.');
      return equal(token, signed(payload)) ? Buffer.from(payload, 'base64url').toString() : undefined;
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
