// SPDX-License-Identifier: Apache-2.0
import { keepCredentials } from '#base/text/secrets.js';
import { noObjects, type ClusterObjects, type Secret } from '#pod/cluster-objects.js';
import type { PullSecret, Scenario } from '#scenarios/scenario.js';
import { withRegistry } from './steps/placeholders.js';

/** The scenario's API objects besides the pod, in the namespace of the run. */
export function objectsOf(scenario: Scenario, registry: string, namespace: string): ClusterObjects {
  const given = { ...noObjects, ...withRegistry(scenario.objects ?? {}, registry) };
  const secrets = (scenario.pullSecrets ?? []).map((secret) => pullSecret(secret, registry, namespace));
  const persistentVolumeClaims = given.persistentVolumeClaims.map((claim) => ({
    ...claim,
    metadata: { ...claim.metadata, namespace },
  }));
  return { ...given, persistentVolumeClaims, secrets: [...given.secrets, ...secrets] };
}

function pullSecret({ name, username, password }: PullSecret, registry: string, namespace: string): Secret {
  keepCredentials(username, password);
  const [host = ''] = registry.split('/');
  const config = JSON.stringify({ auths: { [host]: { username, password } } });
  return {
    metadata: { name, namespace },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(config).toString('base64') },
  };
}
