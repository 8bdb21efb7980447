// SPDX-License-Identifier: Apache-2.0
import type { SecretSource } from './keyring.js';

/** Who may use a pulled image of one repository: everybody, or who has one of the secrets. */
export interface PullAccess {
  readonly nodePodsAccessible?: boolean;
  readonly kubernetesSecrets?: readonly SecretSource[];
}

/** What a kubelet writes down about an image that it pulled, by repository. */
export interface PullRecord {
  readonly imageRef: string;
  readonly lastUpdatedTime: string;
  readonly credentialMapping: Readonly<Record<string, PullAccess>>;
}

/** Undefined credential: pulled without one. */
export function accessBy(source: SecretSource | undefined): PullAccess {
  return source ? { kubernetesSecrets: [source] } : { nodePodsAccessible: true };
}

/** The access after another successful pull. */
export function mergedAccess(known: PullAccess | undefined, gained: PullAccess): PullAccess {
  if (known?.nodePodsAccessible === true || gained.nodePodsAccessible === true)
    return { nodePodsAccessible: true };
  const added = gained.kubernetesSecrets ?? [];
  const kept = (known?.kubernetesSecrets ?? []).filter(
    (each) => !added.some((other) => isSameSecret(each, other)),
  );
  return { kubernetesSecrets: [...kept, ...added] };
}

/** The login has pulled the image before: the same one, or another from the same secret. */
export function mayUse({ kubernetesSecrets = [] }: PullAccess, login: SecretSource): boolean {
  return kubernetesSecrets.some((each) => isSameLogin(each, login) || isSameSecret(each, login));
}

export function isKnown({ kubernetesSecrets = [] }: PullAccess, login: SecretSource): boolean {
  return kubernetesSecrets.some((each) => isSameLogin(each, login) && isSameSecret(each, login));
}

function isSameLogin(a: SecretSource, b: SecretSource): boolean {
  return a.credentialHash === b.credentialHash;
}

function isSameSecret(a: SecretSource, b: SecretSource): boolean {
  return a.uid === b.uid && a.namespace === b.namespace && a.name === b.name;
}
