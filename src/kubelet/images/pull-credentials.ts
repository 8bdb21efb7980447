// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { objectNamed, type Secret } from '#pod/cluster-objects.js';
import { parseImageReference } from '#pod/image-reference.js';
import type { Resolution } from '../config/resolved.js';
import type { PodSync } from '../context/kubelet-context.js';
import { loginsOf } from './docker-config.js';
import { credentialsFor, type Credential } from './keyring.js';

/**
 * kuberuntime_image.go, PullImage: the logins for an image, from the pull secrets of the pod or its service
 * account.
 */
export function pullCredentials(sync: PodSync, image: string): Resolution<readonly Credential[]> {
  const keys = [];
  for (const secret of pullSecrets(sync)) {
    const logins = loginsOf(secret);
    if ('problem' in logins) return logins;
    const { name, namespace = 'default' } = secret.metadata;
    for (const { location, auth } of logins.value) {
      const credentialHash = createHash('sha256').update(JSON.stringify(auth)).digest('hex');
      keys.push({ location, credential: { auth, source: { uid: '', namespace, name, credentialHash } } });
    }
  }
  return { value: credentialsFor(parseImageReference(image)?.repository ?? '', keys) };
}

/** kubelet_pods.go, getPullSecretsForPod: missing ones are skipped. */
function pullSecrets({ pod, ctx }: PodSync): readonly Secret[] {
  const { namespace } = pod.metadata;
  return secretNames({ pod, ctx }).flatMap((name) => {
    const secret = objectNamed(ctx.objects.secrets, namespace, name);
    if (!secret) ctx.note('pull secret is missing', { name, pod: pod.metadata.name });
    return secret ?? [];
  });
}

/** The API server adds the secrets of the service account to a pod without its own. */
function secretNames({ pod, ctx }: Pick<PodSync, 'pod' | 'ctx'>): readonly string[] {
  const own = pod.spec.imagePullSecrets ?? [];
  const account = pod.spec.serviceAccountName ?? 'default';
  const given = objectNamed(ctx.objects.serviceAccounts, pod.metadata.namespace, account);
  const listed = own.length > 0 ? own : (given?.imagePullSecrets ?? []);
  return listed.map(({ name }) => name).filter((name) => name !== '');
}
