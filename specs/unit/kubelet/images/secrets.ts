// SPDX-License-Identifier: Apache-2.0
import type { Secret } from '#pod/cluster-objects.js';

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Users by registry; their passwords are their names. */
export function dockerConfig(users: Readonly<Record<string, string>>): object {
  const entries = Object.entries(users).map(([location, user]): [string, object] => [
    location,
    { auth: base64(`${user}:${user}`) },
  ]);
  const auths: Readonly<Record<string, object>> = Object.fromEntries(entries);
  return { auths };
}

export function jsonSecret(name: string, config: object): Secret {
  const data = { '.dockerconfigjson': base64(JSON.stringify(config)) };
  return { metadata: { name, namespace: 'default' }, type: 'kubernetes.io/dockerconfigjson', data };
}
