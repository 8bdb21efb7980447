// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { parseManifests, type Manifests } from '#pod/parse-manifests.js';

export const pod = (name: string, container = '{name: a, image: "box:1"}', more = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n  - ${container}\n${more}`;

/** With lines of the spec after the container. */
export const withSpec = (...lines: readonly string[]): string =>
  pod('p', undefined, lines.map((line) => `  ${line}\n`).join(''));

export const parsed = (text: string): Manifests => parseManifests([{ text, file: 'pod.yaml' }]);

export function complaint(text: string): Failure {
  try {
    parsed(text);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

export const configMap: string = 'kind: ConfigMap\nmetadata: {name: c}\ndata: {k: v}\n';
export const fromConfigMap: string = pod(
  'p',
  '{name: a, image: x, env: [{name: E, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}',
);
