// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { boxAccounts, boxImage, boxImageUser, boxLayers } from '#guest/box-images.js';
import { baseLayer } from '#test-registry/base-layer.js';
import { imageDefinitions } from '#test-registry/image-definitions.js';

function table(path: string): readonly (readonly string[])[] {
  const entry = baseLayer.find((each) => 'path' in each && each.path === path);
  const lines = String(entry !== undefined && 'content' in entry ? entry.content : '').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split(':'));
}

it('knows the accounts of our images', () => {
  const groups = table('etc/group');
  const accounts = table('etc/passwd').map(([name = '', , uid, gid]) => ({
    name,
    uid: Number(uid),
    gid: Number(gid),
    memberOf: groups
      .filter(([, , , members = '']) => members.split(',').includes(name))
      .map(([, , number]) => Number(number)),
  }));
  expect(boxAccounts).toEqual(accounts);
});

it('knows the users of our images', () => {
  const known = imageDefinitions.flatMap(({ repository, tags, config }) =>
    tags.flatMap((tag) => {
      const name = boxImage(`127.0.0.1:5000/run/s1/${repository}:${tag}`);
      return name === undefined ? [] : [{ name, user: config?.User ?? '' }];
    }),
  );
  expect(known.map(({ name }) => boxImageUser(name))).toEqual(known.map(({ user }) => user));
  expect(known.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['box:1', 'box-username:1', 'box-uid:1']),
  );
});

it('knows no other images', () => {
  expect([boxImage('sha256:abc'), boxImage('reg/nginx:1')]).toEqual([undefined, undefined]);
});

it('knows what is left of the layers of an image', () => {
  const { layers = [] } = imageDefinitions.find(({ repository }) => repository === 'box-layers') ?? {};
  const written = layers
    .flat()
    .flatMap((entry) => ('content' in entry && !entry.path.includes('.wh.') ? [entry] : []));
  const last = new Map(written.map(({ path, content }) => [`/${path}`, String(content).trimEnd()]));
  for (const [path, content] of boxLayers) if (content !== undefined) expect(last.get(path)).toBe(content);
  expect([...boxLayers.keys()].sort()).toEqual([...last.keys()].sort());
});
