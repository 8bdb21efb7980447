// SPDX-License-Identifier: Apache-2.0
import { keepSecret } from '#base/text/secrets.js';
import type { ClusterObjects, Secret } from '#pod/cluster-objects.js';

/** Shorter values are as often names of things, and `postgres` is no secret where everything is called so. */
const minLength = 8;

/** What the Secrets beside the pods hold is not repeated, whoever says it. The pods themselves get it as it is. */
export function keepSecretsOf({ secrets }: ClusterObjects): void {
  for (const { data = {} } of secrets)
    for (const [key, encoded] of Object.entries(data)) keepValue(key, encoded);
}

function keepValue(key: string, encoded: NonNullable<Secret['data']>[string]): void {
  const text = Buffer.from(encoded, 'base64').toString();
  if (/^\.docker(cfg|configjson)$/.test(key)) keepRegistries(text);
  if (text.length >= minLength && !/user/i.test(key)) keepSecret(text);
}

/** Credentials of registries, wherever they stand in the file of a docker client. */
function keepRegistries(text: string): void {
  const keep = (key: string, value: unknown): unknown => {
    if (typeof value === 'string' && /password|auth|token/i.test(key)) keepSecret(value);
    return value;
  };
  try {
    JSON.parse(text, keep);
  } catch {
    // Not readable for the kubelet either, which says so.
  }
}
