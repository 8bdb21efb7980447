// SPDX-License-Identifier: Apache-2.0
import type { ApiVersion } from '#cri/api-version.js';
import { askVersion } from '#cri/client/detect-api-version.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { failureOf } from '#base/errors/catalogue.js';

export interface Agreement {
  /** Such as 1.37. */
  readonly kubelet: string;
  /** What the runtime answered first: v1, if it has that. */
  readonly found: ApiVersion;
  readonly path: string;
  readonly timeoutMs: number;
}

/** The CRI version in which this kubelet talks to the runtime. Throws if they have none in common. */
export async function agreedVersion({ kubelet, found, path, timeoutMs }: Agreement): Promise<ApiVersion> {
  if (traitsOf(kubelet).speaksV1 || found === 'v1alpha2') return found;
  const outcome = await askVersion(path, 'v1alpha2', timeoutMs);
  if (outcome.kind === 'ok') return 'v1alpha2';
  throw failureOf('E-CRI-V1ONLY', `Kubelet ${kubelet} speaks only CRI v1alpha2, the runtime only v1`, {
    seen: outcome.kind === 'refused' ? `${outcome.code}: ${outcome.message}` : outcome.message,
  });
}

/** A real kubelet would reject such a runtime; we test it all the same. */
export function isTooOldFor(kubelet: string, apiVersion: ApiVersion): boolean {
  const { speaksV1, fallsBackToV1alpha2 } = traitsOf(kubelet);
  return apiVersion === 'v1alpha2' && speaksV1 && !fallsBackToV1alpha2;
}
