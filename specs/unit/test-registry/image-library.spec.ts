// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { runBox } from '../../support/run-box.js';
import { pull, type PulledImage } from './pull.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

const host = process.arch === 'arm64' ? 'arm64' : 'amd64';
const fetched = (path: string, tag = '1', architecture: string = host): Promise<PulledImage> =>
  pull(`http://${registry.address}/v2/${path}`, tag, architecture);

describe('the images', () => {
  it('are the same in every build', async () => {
    const again = await startTestRegistry();
    await again.close();
    expect(again.images()).toEqual(registry.images());
  });

  it('are these bytes, on every machine and every Node, until the program or the layers change', () => {
    expect(registry.images()[0]?.digest).toBe(
      'sha256:d2510c4dadc6163ef0c210848880996c019b5afc5ebb5c1db83b571ec5add3ee',
    );
  });

  it('are what the list says, for everyone who pulls them', async () => {
    for (const image of registry.images()) {
      const pulled = await fetched(image.repository, image.tags[0]);
      expect(pulled).toMatchObject({
        digest: image.digest,
        configDigest: image.configDigest,
        size: image.sizeBytes,
      });
      expect(pulled.config.config).toEqual(image.config);
    }
  });

  it('have ids that no other image has', () => {
    const ids = registry.images().map(({ configDigest }) => configDigest);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have the program, users and a few directories', async () => {
    const { files, config } = await fetched('box');
    expect(config.config).toEqual({ Entrypoint: ['/box'], Env: ['PATH=/'] });
    expect(files.get('box')?.mode).toBe(0o755);
    expect(files.get('tmp/')?.mode).toBe(0o1777);
    expect(files.get('etc/passwd')?.content).toContain('\nnamed:x:1234:2345:');
    expect(files.get('etc/group')?.content).toContain('\nextra:x:3001:named\n');
    expect(files.get('etc/image')?.content).toBe('box:1\n');
    expect((await fetched('box', '2')).files.get('etc/image')?.content).toBe('box:2\n');
  });

  it.each([
    ['box-user', { User: '1000:1000' }],
    ['box-username', { User: 'named' }],
    ['box-stopsignal', { StopSignal: 'SIGUSR1' }],
    ['box-volume', { Volumes: { '/data': {} } }],
    [
      'box-entrypoint',
      { WorkingDir: '/work', Env: ['PATH=/', 'GREETING=hello from the image', 'KEPT=by the image'] },
    ],
    ['pause', { Entrypoint: ['/box'] }],
  ])('%s is configured', async (repository, wanted) => {
    expect((await fetched(repository)).config.config).toMatchObject(wanted);
  });

  it('may have several tags', async () => {
    const [a, b] = [await fetched('box-many', 'a'), await fetched('box-many', 'b')];
    expect(a.digest).toBe(b.digest);
  });

  it('may remove and overwrite what lower layers have', async () => {
    const { files } = await fetched('box-layers');
    const left = [...files]
      .filter(([path]) => path.startsWith('layers/'))
      .map(([path, { content }]) => [path, content]);
    expect(left).toEqual([
      ['layers/', ''],
      ['layers/kept', 'kept\n'],
      ['layers/overwritten', 'upper\n'],
      ['layers/link', ''],
      ['layers/hidden/new', 'new\n'],
    ]);
  });

  it('exist for both architectures, or for this one alone', async () => {
    const [amd64, arm64] = [await fetched('multi', '1', 'amd64'), await fetched('multi', '1', 'arm64')];
    expect([amd64.config.architecture, arm64.config.architecture]).toEqual(['amd64', 'arm64']);
    expect(amd64.files.get('box')?.bytes).not.toEqual(arm64.files.get('box')?.bytes);
    expect((await fetched('single', '1', 'neither')).config.architecture).toBe(host);
  });

  it('contain a program that runs', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'box-image-'));
    const program = join(directory, 'box');
    await writeFile(program, (await fetched('x/y/multi')).files.get('box')?.bytes ?? '');
    await chmod(program, 0o755);
    const ended = await runBox(['print from the image', 'exit 3'], { program });
    await rm(directory, { recursive: true });
    expect(ended).toMatchObject({ code: 3, stdout: 'from the image\n' });
  });
});

describe('a path with content of its own', () => {
  it('has an image that no other path has, the same each time', async () => {
    const [one, same, other, shared] = await Promise.all(
      ['a/own/box', 'a/own/box', 'b/own/box', 'b/box'].map((path) => fetched(path)),
    );
    expect(one?.configDigest).toBe(same?.configDigest);
    expect(new Set([one?.configDigest, other?.configDigest, shared?.configDigest]).size).toBe(3);
    expect(one?.files.get('etc/mark')?.content).toBe('a/own/box\n');
    expect(one?.config.config).toEqual(shared?.config.config);
  });

  it('can be asked for its digests', async () => {
    const { digest, configDigest } = await fetched('c/own/box', '2');
    expect(await registry.find('c/own/box:2')).toMatchObject({ digest, configDigest, tags: ['2'] });
    expect(await registry.find(`c/own/box@${digest}`)).toMatchObject({ digest, configDigest });
    expect(await registry.find('c/own/box:9')).toBeUndefined();
    expect(await registry.find('c/own/box@sha256:9')).toBeUndefined();
    expect(await registry.find('d/box')).toEqual(registry.images()[0]);
  });
});
