// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseManifests } from '#pod/parse-manifests.js';
import { complaint, configMap, fromConfigMap, parsed, pod, withSpec } from './manifest-texts.js';

const recordings = new URL('../../fixtures/recordings/', import.meta.url);

describe('what is accepted', () => {
  it.each(readdirSync(recordings).filter((name) => name.endsWith('.jsonl')))(
    'what a kubelet was given: %s',
    (name) => {
      const [first = ''] = readFileSync(new URL(name, recordings), 'utf8').split('\n');
      const { pod: given } = JSON.parse(first) as { readonly pod: object };
      expect(parsed(JSON.stringify(given)).pods).toEqual([given]);
    },
  );

  it('a RuntimeClass that is not given, where the handler is said elsewhere', () => {
    const file = { text: withSpec('runtimeClassName: r'), file: 'pod.yaml' };
    expect(parseManifests([file], { runtimeHandler: 'runc' }).pods).toHaveLength(1);
  });

  it('or refuses, whatever it is, with a place', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => `{"kind": "Pod", "spec": ${json}}`),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(complaint(any).message).toMatch(/^pod\.yaml/);
      }),
      { numRuns: 300 },
    );
  });

  it('several documents, lists and JSON', () => {
    const list = JSON.stringify({
      kind: 'List',
      items: [{ kind: 'Pod', metadata: { name: 'c' }, spec: { containers: [{ name: 'a', image: 'x' }] } }],
    });
    const text = [pod('a'), pod('b'), list].join('---\n');
    expect(parsed(text).pods.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
  });

  it('objects beside pods, in any order and any file', () => {
    const { pods, objects } = parseManifests([
      { text: fromConfigMap, file: 'pod.yaml' },
      {
        text: [
          configMap,
          'kind: SecretList\nitems: [{metadata: {name: s}, data: {a: YQ==}, stringData: {b: b}}]\n',
          'kind: RuntimeClass\nmetadata: {name: r}\nhandler: runc\n',
          'kind: Service\nmetadata: {name: w}\nspec: {clusterIPs: [10.0.0.1], ports: [{port: 80}]}\n',
          'kind: ServiceAccount\nmetadata: {name: default}\n',
        ].join('---\n'),
        file: 'objects.yaml',
      },
    ]);
    expect(pods).toHaveLength(1);
    expect(objects.configMaps[0]?.data).toEqual({ k: 'v' });
    expect(objects.secrets[0]?.data).toEqual({ a: 'YQ==', b: 'Yg==' });
    expect(objects.runtimeClasses[0]?.handler).toBe('runc');
    expect(objects.services[0]?.spec.clusterIP).toBe('10.0.0.1');
    expect(objects.serviceAccounts).toHaveLength(1);
  });

  it.each([
    [
      '0644 is octal',
      withSpec('volumes: [{name: v, downwardAPI: {defaultMode: 0644}}]'),
      'volumes.0.downwardAPI.defaultMode',
      420,
    ],
    ['null is nothing', withSpec('volumes: null', 'hostname:'), 'hostname', undefined],
    ['a date stays text', withSpec('nodeName: 2001-01-01'), 'nodeName', '2001-01-01'],
    ['what it does not know', withSpec('novelty: {a: 1}'), 'novelty.a', 1],
    [
      'an optional ConfigMap',
      withSpec('volumes: [{name: v, configMap: {name: x, optional: true}}]'),
      'volumes.0.name',
      'v',
    ],
    [
      'a sidecar',
      withSpec(
        'initContainers: [{name: i, image: x, restartPolicy: Always, livenessProbe: {exec: {command: [x]}}}]',
      ),
      'initContainers.0.name',
      'i',
    ],
    ['merged maps', withSpec('x: &x {name: v}', 'volumes: [{<<: *x, emptyDir: {}}]'), 'volumes.0.name', 'v'],
  ])('%s', (...[, text, path, value]) => {
    let found: unknown = parsed(text).pods[0]?.spec;
    for (const step of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[step];
    expect(found).toEqual(value);
  });

  it('a megabyte, in reasonable time', () => {
    const variables = Array.from(
      { length: 20_000 },
      (_, at) => `    - {name: V${at}, value: "${'x'.repeat(30)}"}\n`,
    );
    const text = `${pod('p')}    env:\n${variables.join('')}`.replace(
      '- {name: a, image: "box:1"}',
      '- name: a\n    image: x',
    );
    expect(text.length).toBeGreaterThan(2 ** 20);
    expect(parsed(text).pods[0]?.spec.containers[0]?.env).toHaveLength(20_000);
    const keys = Array.from({ length: 50_000 }, (_, at) => `  key-${at}: "${at}"\n`).join('');
    const map = `kind: ConfigMap\nmetadata: {name: c}\ndata:\n${keys}`;
    expect(Object.keys(parsed(`${pod('p')}---\n${map}`).objects.configMaps[0]?.data ?? {})).toHaveLength(
      50_000,
    );
  });
});
