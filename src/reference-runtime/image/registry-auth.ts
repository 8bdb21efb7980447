// SPDX-License-Identifier: Apache-2.0
import type { AuthConfig } from '#cri/proto/generated/messages.js';

export interface Challenge {
  readonly scheme: 'basic' | 'bearer';
  readonly realm?: string | undefined;
  readonly service?: string | undefined;
  readonly scope?: string | undefined;
}

export function challengeOf(header: string | undefined): Challenge | undefined {
  const scheme = /^\s*(basic|bearer)\b/i.exec(header ?? '')?.[1]?.toLowerCase();
  if (header === undefined || (scheme !== 'basic' && scheme !== 'bearer')) return undefined;
  const parameter = (name: string): string | undefined =>
    new RegExp(`${name}="([^"]*)"`, 'i').exec(header)?.[1];
  return { scheme, realm: parameter('realm'), service: parameter('service'), scope: parameter('scope') };
}

/** `auth` is user and password in base64, as in Docker's config file. */
export function basicAuthorization(auth: AuthConfig | undefined): string | undefined {
  if (auth?.auth !== undefined) return `Basic ${auth.auth}`;
  if (auth?.username === undefined) return undefined;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password ?? ''}`).toString('base64')}`;
}

export interface TokenQuestion {
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** Present: the request is a POST. */
  readonly form?: URLSearchParams;
}

/** The token request for a challenge: exchanges an identity token, sends other credentials as they are. */
export function tokenQuestion(
  challenge: Challenge,
  auth: AuthConfig | undefined,
  repository: string,
): TokenQuestion {
  const url = new URL(challenge.realm ?? '/', 'http://localhost');
  const scope = challenge.scope ?? `repository:${repository}:pull`;
  const parameters = new URLSearchParams({
    ...(challenge.service !== undefined && { service: challenge.service }),
    scope,
  });
  if (auth?.identity_token !== undefined) {
    parameters.set('grant_type', 'refresh_token');
    parameters.set('refresh_token', auth.identity_token);
    return { url, headers: {}, form: parameters };
  }
  const basic = basicAuthorization(auth);
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  return { url, headers: basic === undefined ? {} : { authorization: basic } };
}

/** Credentials for another server are not sent to this one. */
export function authFor(registry: string, auth: AuthConfig | undefined): AuthConfig | undefined {
  const meant = (auth?.server_address ?? '').replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  return meant === '' || meant === registry ? auth : undefined;
}
