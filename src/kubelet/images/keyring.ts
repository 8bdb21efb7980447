// SPDX-License-Identifier: Apache-2.0
import type { AuthConfig } from '#cri/proto/generated/messages.js';

/** The secret a login came from, and a hash of the login. */
export interface SecretSource {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly credentialHash: string;
}

export interface Credential {
  readonly auth: AuthConfig;
  readonly source: SecretSource;
}

interface Key {
  readonly location: string;
  readonly credential: Credential;
}

interface Place {
  readonly labels: readonly string[];
  readonly port: string;
  readonly path: string;
}

const defaultRegistry = 'index.docker.io';

/** pkg/credentialprovider/keyring.go, Lookup: the logins that match a repository, most specific first. */
export function credentialsFor(repository: string, keys: readonly Key[]): readonly Credential[] {
  const known = keys.map(({ location, credential }) => ({ key: keyOf(location), credential }));
  const wanted = placeOf(repository);
  const names = [...new Set(known.map(({ key }) => key))].filter((key) => fits(placeOf(key), wanted));
  const of = (name: string): readonly Credential[] =>
    known.filter(({ key }) => key === name).map(({ credential }) => credential);
  const found = names.sort().toReversed().flatMap(of);
  return found.length === 0 && isOnDefault(repository) ? of(defaultRegistry) : found;
}

/** pkg/credentialprovider/keyring.go, Add: without the scheme and the API version. */
function keyOf(location: string): string {
  const bare = location.replace(/^https?:\/\//, '').replace(/[?#].*$/s, '');
  const slash = bare.indexOf('/');
  if (slash < 0) return bare;
  const path = bare.slice(slash).replace(/^\/v[12](?=\/)/, '');
  return `${bare.slice(0, slash)}${path === '/' ? '' : path}`;
}

function placeOf(key: string): Place {
  const slash = key.indexOf('/');
  const authority = slash < 0 ? key : key.slice(0, slash);
  const found = /^([^:]*|\[.*\]):([^:]*)$/.exec(authority);
  const [host, port] = found ? [found[1] ?? '', found[2] ?? ''] : [authority, ''];
  return { labels: host.split('.'), port, path: slash < 0 ? '' : key.slice(slash) };
}

/** pkg/credentialprovider/keyring.go, URLsMatch. */
function fits(pattern: Place, target: Place): boolean {
  if (pattern.port !== target.port || pattern.labels.length !== target.labels.length) return false;
  if (!target.path.startsWith(pattern.path)) return false;
  return pattern.labels.every((label, at) => globFits(label, target.labels[at] ?? ''));
}

/** `*` matches any text within one label. */
function globFits(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return glob === text;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}

function isOnDefault(repository: string): boolean {
  const first = repository.split('/', 1)[0] ?? '';
  return first === 'docker.io' || first === defaultRegistry;
}
