// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { objectsOf } from '#runner/objects-of.js';
import { noObjects, objectNamed } from '#pod/cluster-objects.js';
import type { Scenario } from '#scenarios/scenario.js';

const scenario: Scenario = {
  id: 'some.story',
  title: 'a pod is there and nothing happens to it',
  pod: { metadata: { name: 'p' }, spec: { containers: [] } },
  steps: [],
  exercises: [],
};
const registry = '127.0.0.1:4000/criprobe-7f3a';

it('is nothing when the scenario has nothing', () => {
  expect(objectsOf(scenario, registry, 'd')).toEqual(noObjects);
});

it('is what the scenario has, with the registry of the run in it', () => {
  const runtimeClasses = [{ metadata: { name: 'exotic' }, handler: 'exotic' }];
  const configMaps = [{ metadata: { name: 'told' }, data: { image: 'registry.test/box:1' } }];
  expect(objectsOf({ ...scenario, objects: { runtimeClasses, configMaps } }, registry, 'd')).toEqual({
    ...noObjects,
    runtimeClasses,
    configMaps: [{ metadata: { name: 'told' }, data: { image: `${registry}/box:1` } }],
  });
});

it('has secrets for pulling from the registry of the run, in the namespace of the pod', () => {
  const pullSecrets = [{ name: 'right', username: 'box', password: 'let-me-in' }];
  const { secrets } = objectsOf({ ...scenario, pullSecrets }, registry, 'd');
  const secret = objectNamed(secrets, 'd', 'right');
  expect(secret?.type).toBe('kubernetes.io/dockerconfigjson');
  expect(JSON.parse(Buffer.from(secret?.data?.['.dockerconfigjson'] ?? '', 'base64').toString())).toEqual({
    auths: { '127.0.0.1:4000': { username: 'box', password: 'let-me-in' } },
  });
});
