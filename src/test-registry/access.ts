// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errorAnswer, jsonAnswer, type RegistryAnswer } from './answer.js';
import type { Guard } from './repository-path.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The token endpoint accepts it as a password, as with CRI's `identity_token`. */
  readonly identityToken: string;
  /** Grants access to every repository on its own, as with CRI's `registry_token`. */
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
  /** Of the query, and of the form if the request has one. */
  readonly parameters: URLSearchParams;
}

/** Decides who may read the guarded repositories. */
export interface Access {
  /**
   * Headers of the answer to `/v2/`: CRI-O takes its challenges only from there. Not a 401, which would break
   * anonymous pulls.
   */
  readonly invitation: Readonly<Record<string, string>>;
  /** Undefined: the request may proceed. */
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
  /** Undefined: not one of our tokens. */
  scopeOf(token: string): string | undefined;
}

/** A token contains its scope and our signature, so none need be stored. */
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
