// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { servedBy } from '#app/run/served-by.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

it('says of a reference what the registry serves under it', async () => {
  const served = servedBy(registry);
  const name = `${registry.address}/own/here/box-many`;
  const facts = await served(`${name}:b`);
  expect(facts).toMatchObject({ tags: [`${name}:a`, `${name}:b`, `${name}:c`], user: '' });
  expect(facts?.bytes).toBeGreaterThan(1000);
  expect(facts?.digests).toHaveLength(2);
  expect(await served(`${name}@${facts?.digests[0] ?? ''}`)).toEqual(facts);
  expect(await served(`${registry.address}/own/here/box-user:1`)).toMatchObject({ user: '1000:1000' });
});

it('knows no image of another registry, and none that is not there', async () => {
  const served = servedBy(registry);
  expect(await served('registry.example/box:1')).toBeUndefined();
  expect(await served(`${registry.address}/own/here/nothing:1`)).toBeUndefined();
  expect(await served('sha256:1')).toBeUndefined();
});
