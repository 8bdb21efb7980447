// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { AuthConfig } from '#cri/proto/generated/messages.js';
import type { Secret } from '#pod/cluster-objects.js';
import type { Resolution } from '../config/resolved.js';
import { sparse } from '../config/sparse.js';

/** A registry, or part of one, and its credentials. */
export interface Login {
  readonly location: string;
  readonly auth: AuthConfig;
}

/**
 * pkg/credentialprovider/secrets/secrets.go, MakeDockerKeyring: the logins in a pull secret; none in one of
 * another type.
 */
export function loginsOf({ type, data = {} }: Secret): Resolution<readonly Login[]> {
  if (type === 'kubernetes.io/dockerconfigjson')
    return loginsIn(data['.dockerconfigjson'], (config) => field(config, 'auths') ?? {});
  if (type === 'kubernetes.io/dockercfg') return loginsIn(data['.dockercfg'], (config) => config);
  return { value: [] };
}

function loginsIn(
  base64: string | undefined,
  authsOf: (config: object) => unknown,
): Resolution<readonly Login[]> {
  if (base64 === undefined || base64 === '') return { value: [] };
  const config = objectIn(decoded(base64));
  return 'problem' in config ? config : entriesOf(authsOf(config.value));
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

function objectIn(json: string): Resolution<object> {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? { value } : { problem: 'the pull secret holds no JSON object' };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

function entriesOf(auths: unknown): Resolution<readonly Login[]> {
  if (!isObject(auths)) return { problem: 'the registries of the pull secret are no JSON object' };
  const logins: Login[] = [];
  for (const [location, entry] of Object.entries(auths)) {
    const auth = authOf(entry ?? {});
    if ('problem' in auth) return auth;
    logins.push({ location, auth: auth.value });
  }
  return { value: logins };
}

/** pkg/credentialprovider/config.go, decodeDockerConfigFieldAuth: `auth` wins over username and password. */
function authOf(entry: unknown): Resolution<AuthConfig> {
  if (!isObject(entry)) return { problem: 'an entry of the pull secret is not a JSON object' };
  const [username, password, auth] = ['username', 'password', 'auth'].map((name) => field(entry, name) ?? '');
  if (typeof username !== 'string' || typeof password !== 'string' || typeof auth !== 'string')
    return { problem: 'an entry of the pull secret has a field that is not a string' };
  if (auth === '') return { value: sparse({ username, password }) };
  const pair = isBase64(auth) ? /^([^:]*):(.*)$/s.exec(decoded(auth)) : null;
  if (!pair) return { problem: 'auth of a pull secret is not base64 of user name, colon and password' };
  return { value: sparse({ username: pair[1], password: pair[2] }) };
}

function isBase64(text: string): boolean {
  const joined = text.replace(/[\r\n]/g, '');
  const body = text.trim().endsWith('=') ? joined.replace(/={1,2}$/, '') : joined;
  const isWhole = body === joined ? body.length % 4 !== 1 : joined.length % 4 === 0;
  return isWhole && /^[A-Za-z0-9+/]*$/.test(body);
}

/** Go matches field names in any case. */
function field(object: object, name: string): unknown {
  const entries = Object.entries(object) as [string, unknown][];
  const found = entries.find(([key]) => key === name) ?? entries.find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
