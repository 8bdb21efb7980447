// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { ApiVersion } from '#cri/api-version.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { connectGuarded } from '#guard/connect.js';
import type { OwnObjects } from '#guard/own-objects.js';
import type { LedgerEndpoint } from '#run-ledger/ledger-entry.js';

const timeoutMs = 5_000;

/**
 * A client for a runtime in a ledger, in the CRI version it speaks today, restricted to the objects of that
 * ledger.
 */
export async function connectLedgered(
  { endpoint, imageEndpoint }: LedgerEndpoint,
  own: OwnObjects,
  known?: ApiVersion,
): Promise<CriClient> {
  const apiVersion = known ?? (await spokenAt(endpoint));
  return connectGuarded({ runtimeEndpoint: endpoint, imageEndpoint, apiVersion }, own);
}

async function spokenAt(endpoint: string): Promise<ApiVersion> {
  const { kind } = await detectApiVersion(endpoint, timeoutMs);
  return kind === 'none' ? 'v1' : kind;
}
