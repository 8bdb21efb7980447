// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '../api-version.js';
import { connectCri } from './grpc-client.js';
import type { Outcome } from '../outcome.js';

export type DetectedVersion =
  | { readonly kind: ApiVersion }
  /** Neither was answered; the outcome is v1's. */
  | { readonly kind: 'none'; readonly outcome: Outcome<'Version'> };

/** Calls Version of CRI v1, then of v1alpha2, each with this timeout. */
export async function detectApiVersion(endpoint: string, timeoutMs: number): Promise<DetectedVersion> {
  const outcome = await askVersion(endpoint, 'v1', timeoutMs);
  if (outcome.kind === 'ok') return { kind: 'v1' };
  const wrongService = outcome.kind === 'refused' && outcome.code === 'UNIMPLEMENTED';
  if (wrongService && (await askVersion(endpoint, 'v1alpha2', timeoutMs)).kind === 'ok')
    return { kind: 'v1alpha2' };
  return { kind: 'none', outcome };
}

/** Calls Version of one CRI version, on its own connection. */
export async function askVersion(
  endpoint: string,
  apiVersion: ApiVersion,
  deadlineMs: number,
): Promise<Outcome<'Version'>> {
  const client = connectCri({ runtimeEndpoint: endpoint, apiVersion });
  try {
    return await client.call('Version', {}, { deadlineMs });
  } finally {
    client.close();
  }
}
