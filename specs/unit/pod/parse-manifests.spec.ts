// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { Failure } from '#base/failure.js';
import { parseManifests } from '#pod/parse-manifests.js';

const pod = (name: string, container = '{name: a, image: "box:1"}'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n  - ${container}\n`;

function complaint(text: string): Failure {
  try {
    parseManifests(text, 'pod.yaml');
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

it('reads several documents, lists and JSON', () => {
  const list = JSON.stringify({
    kind: 'List',
    items: [{ kind: 'Pod', metadata: { name: 'c' }, spec: { containers: [{ name: 'a', image: 'x' }] } }],
  });
  const text = [pod('a'), pod('b'), list].join('---\n');
  expect(parseManifests(text, 'pods.yaml').map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
});

it.each([
  ['an unknown kind', 'kind: Deployment\n', 'pod.yaml:1: kind: Deployment is not something a kubelet runs'],
  ['no kind', 'a: 1\n', 'pod.yaml:1: kind: must say which kind'],
  ['nothing', '', 'pod.yaml has no Pod'],
  ['no YAML', 'a: [\n', 'pod.yaml:2: is not YAML'],
  ['a bad name', pod('Bad'), 'pod.yaml:4: metadata.name: must be lower-case'],
  ['no image', pod('p', '{name: a}'), 'pod.yaml:7: spec.containers[0].image:'],
  [
    'two of a name',
    pod('p', '{name: a, image: x}\n  - {name: a, image: x}'),
    'pod.yaml:8: spec.containers[1].name: another container is called a',
  ],
  [
    'a bad quantity',
    pod('p', '{name: a, image: x, resources: {limits: {memory: 64MiB}}}'),
    'pod.yaml:7: spec.containers[0].resources.limits.memory: 64MiB is not a quantity',
  ],
  [
    'two handlers',
    pod('p', '{name: a, image: x, lifecycle: {preStop: {sleep: {seconds: 1}, exec: {command: [x]}}}}'),
    'lifecycle.preStop: must name exactly one',
  ],
  [
    'a missing volume',
    pod('p', '{name: a, image: x, volumeMounts: [{name: v, mountPath: /v}]}'),
    'volumeMounts[0].name: no volume is called v',
  ],
  [
    'a ConfigMap',
    pod('p', '{name: a, image: x, env: [{name: E, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}'),
    'env[0].valueFrom.configMapKeyRef: configMapKeyRef needs the API server',
  ],
  [
    'a token',
    `${pod('p')}  volumes:\n  - name: t\n    projected: {sources: [{serviceAccountToken: {path: t}}]}\n`,
    'pod.yaml:10: spec.volumes[0].projected: a projected volume needs the API server',
  ],
])('refuses %s', (_, text, message) => {
  const failure = complaint(text);
  expect([failure.code, failure.exit]).toEqual(['E-MANIFEST', 2]);
  expect(failure.message).toContain(message);
});

it('survives aliases that would grow without end', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${'abcdefgh'[at] ?? ''}`)
          .join(',')}]`,
    ),
  ].join('\n');
  expect(complaint(`kind: Pod\n${bomb}\n`).message).toContain('cannot be read');
});
