// SPDX-License-Identifier: Apache-2.0
import type { SecretSource } from './keyring.js';

/**
 * ImagePullCredentials of the kubelet's config API: which pods may use a pulled image without pulling it
 * again.
 */
export interface PullAccess {
  readonly nodePodsAccessible?: boolean;
  readonly kubernetesSecrets?: readonly SecretSource[];
}

/** ImagePulledRecord of the kubelet's config API. */
export interface PullRecord {
  readonly imageRef: string;
  readonly lastUpdatedTime: string;
  readonly credentialMapping: Readonly<Record<string, PullAccess>>;
}

/** images/pullmanager/image_pull_manager.go, RecordImagePulled. Undefined: pulled without credentials. */
export function accessBy(source: SecretSource | undefined): PullAccess {
  return source ? { kubernetesSecrets: [source] } : { nodePodsAccessible: true };
}

/**
 * images/pullmanager/image_pull_manager.go, pulledRecordMergeNewCreds: the access after another successful
 * pull.
 */
export function mergedAccess(known: PullAccess | undefined, gained: PullAccess): PullAccess {
  if (known?.nodePodsAccessible === true || gained.nodePodsAccessible === true)
    return { nodePodsAccessible: true };
  const added = gained.kubernetesSecrets ?? [];
  const kept = (known?.kubernetesSecrets ?? []).filter(
    (each) => !added.some((other) => isSameSecret(each, other)),
  );
  return { kubernetesSecrets: [...kept, ...added] };
}

/**
 * images/pullmanager/image_pull_manager.go, MustAttemptImagePull: the same login, or another from the same
 * secret, has pulled the image.
 */
export function mayUse({ kubernetesSecrets = [] }: PullAccess, login: SecretSource): boolean {
  return kubernetesSecrets.some((each) => isSameLogin(each, login) || isSameSecret(each, login));
}

/** images/pullmanager/image_pull_manager.go, MustAttemptImagePull: the record has this login already. */
export function isKnown({ kubernetesSecrets = [] }: PullAccess, login: SecretSource): boolean {
  return kubernetesSecrets.some((each) => isSameLogin(each, login) && isSameSecret(each, login));
}

function isSameLogin(a: SecretSource, b: SecretSource): boolean {
  return a.credentialHash === b.credentialHash;
}

function isSameSecret(a: SecretSource, b: SecretSource): boolean {
  return a.uid === b.uid && a.namespace === b.namespace && a.name === b.name;
}
