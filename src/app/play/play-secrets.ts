// SPDX-License-Identifier: Apache-2.0
import { keepSecret } from '#base/text/secrets.js';
import type { ClusterObjects, Secret } from '#pod/cluster-objects.js';

/** A shorter value is often a common word: where everything is called `postgres`, it must not be redacted. */
const minLength = 8;

/** Redacts the values of the given Secrets wherever they appear. The pods themselves get them unchanged. */
export function keepSecretsOf({ secrets }: ClusterObjects): void {
  for (const { data = {} } of secrets)
    for (const [key, encoded] of Object.entries(data)) keepValue(key, encoded);
}

function keepValue(key: string, encoded: NonNullable<Secret['data']>[string]): void {
  const text = Buffer.from(encoded, 'base64').toString();
  if (/^\.docker(cfg|configjson)$/.test(key)) keepRegistries(text);
  if (text.length >= minLength && !/user/i.test(key)) keepSecret(text);
}

/** Registry credentials, anywhere in a Docker client config file. */
function keepRegistries(text: string): void {
  const keep = (key: string, value: unknown): unknown => {
    if (typeof value === 'string' && /password|auth|token/i.test(key)) keepSecret(value);
    return value;
  };
  try {
    JSON.parse(text, keep);
  } catch {
    // The kubelet cannot parse it either, and reports that.
  }
}
