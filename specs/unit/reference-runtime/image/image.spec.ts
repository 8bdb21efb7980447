// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuthConfig, Image } from '#cri/proto/generated/messages.js';
import { startTestRegistry, type TestRegistry } from '#test-registry/start-test-registry.js';
import { createBench, type Bench } from '../bench.js';

let bench: Bench;
let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
  bench = createBench({ images: [] });
});
afterEach(async () => {
  await bench.close();
  await registry.close();
});

const pull = async (path: string, auth?: AuthConfig): Promise<string> =>
  (await bench.call('PullImage', { image: { image: `${registry.address}/${path}` }, auth })).image_ref ?? '';
const status = async (image: string): Promise<Image | undefined> =>
  (await bench.call('ImageStatus', { image: { image } })).image;
const listed = async (): Promise<readonly Image[]> => (await bench.call('ListImages', {})).images ?? [];

describe('images', () => {
  it('are pulled from a registry and found by tag, digest and id', async () => {
    const known = await registry.find('box:1');
    const id = await pull('box:1');
    expect(id).toBe(known?.configDigest);
    const byTag = await status(`${registry.address}/box:1`);
    expect(byTag).toMatchObject({
      id,
      size: String(known?.sizeBytes),
      repo_tags: [`${registry.address}/box:1`],
    });
    expect(byTag?.repo_digests).toEqual([`${registry.address}/box@${known?.digest}`]);
    for (const other of [id, id.replace('sha256:', ''), id.slice(7, 19), byTag?.repo_digests?.[0] ?? ''])
      expect((await status(other))?.id).toBe(id);
    expect(await status(`${registry.address}/box`)).toBeUndefined();
  });

  it('with several tags are one, and go with all of them', async () => {
    const ids = [await pull('box-many:a'), await pull('box-many:b')];
    expect(new Set(ids).size).toBe(1);
    expect((await listed())[0]?.repo_tags).toEqual(
      ['a', 'b'].map((tag) => `${registry.address}/box-many:${tag}`),
    );
    await bench.call('RemoveImage', { image: { image: `${registry.address}/box-many:a` } });
    await bench.call('RemoveImage', { image: { image: `${registry.address}/box-many:a` } });
    expect(await listed()).toEqual([]);
  });

  it('tell who runs in them', async () => {
    await Promise.all(['box-uid:1', 'box-username:1', 'box-user:1', 'box:1'].map((path) => pull(path)));
    expect((await status(`${registry.address}/box-uid:1`))?.uid).toEqual({ value: '1000' });
    expect((await status(`${registry.address}/box-user:1`))?.uid).toEqual({ value: '1000' });
    expect((await status(`${registry.address}/box-username:1`))?.username).toBe('named');
    expect(await status(`${registry.address}/box:1`)).not.toHaveProperty('uid');
  });

  it('are kept only when everything has come and fits', async () => {
    await expect(pull('faults/404/box:1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pull('none:1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pull('faults/401/box:1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(pull('faults/500/box:1')).rejects.toThrow(/^RegistryUnavailable/);
    await expect(pull('faults/truncated/box:1')).rejects.toMatchObject({ code: 'UNKNOWN' });
    await expect(pull('faults/wrong-digest/box:1')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    await expect(pull('Box:1')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(bench.call('PullImage', { image: { image: 'example.test/a:1' } })).rejects.toThrow(
      /^RegistryUnavailable/,
    );
    expect(await listed()).toEqual([]);
  });

  it('are given up when nothing comes any more', async () => {
    const hasty = createBench({ images: [], pullIdleMs: 200 });
    const image = { image: `${registry.address}/faults/hang/box:1` };
    await expect(hasty.call('PullImage', { image })).rejects.toThrow(/200 ms/);
    await hasty.close();
  });

  it('are left alone when the client gives up', async () => {
    const caller = new AbortController();
    const pulled = bench.call(
      'PullImage',
      { image: { image: `${registry.address}/faults/hang/box:1` } },
      caller.signal,
    );
    setImmediate(() => {
      caller.abort();
    });
    await expect(pulled).rejects.toMatchObject({ name: 'CriRefusal' });
    expect(await listed()).toEqual([]);
  });

  it('are opened by every kind of credential', async () => {
    const { username, password, identityToken, registryToken } = registry.credentials;
    const both = Buffer.from(`${username}:${password}`).toString('base64');
    await expect(pull('private/basic/box:1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(pull('private/token/box:1', { username, password: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(
      pull('private/basic/box:1', { auth: both, server_address: 'elsewhere.test' }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(pull('private/basic/box:1', { auth: both })).resolves.toMatch(/^sha256:/);
    await expect(pull('private/token/box:1', { username, password })).resolves.toMatch(/^sha256:/);
    await expect(pull('private/token/box:2', { identity_token: identityToken })).resolves.toMatch(/^sha256:/);
    await expect(pull('private/token/single:1', { registry_token: registryToken })).resolves.toMatch(
      /^sha256:/,
    );
  });

  it('decide what runs, as whom, with what', async () => {
    const image = `${registry.address}/box-entrypoint:1`;
    await pull('box-entrypoint:1');
    const sandbox = await bench.sandbox();
    const id = await bench.create(sandbox, { image: { image } });
    await bench.call('StartContainer', { container_id: id });
    await bench.exited(id);
    expect(await bench.log(id)).toEqual(
      ['print from the command', '/work', 'GREETING=hello from the image'].reduce<string[]>(
        (all, line) => [...all, `stdout F ${line.replace('print ', '')}`],
        ['stdout F from the entrypoint'],
      ),
    );
    await pull('box-username:1');
    const other = await bench.box(sandbox, ['show ids', 'show groups'], {
      image: { image: `${registry.address}/box-username:1` },
    });
    await bench.exited(other);
    expect(await bench.log(other)).toEqual([
      'stdout F uid=1234 gid=2345 euid=1234 egid=2345',
      'stdout F groups=2345 3001 3002',
    ]);
  });

  it('bring their files, and a program that is not among them is not there', async () => {
    await pull('box-layers:1');
    const sandbox = await bench.sandbox();
    const image = { image: `${registry.address}/box-layers:1` };
    const id = await bench.box(
      sandbox,
      [
        'cat /layers/overwritten',
        'cat /layers/link',
        'stat /layers/removed',
        'stat /layers/hidden/old',
        'cat /layers/hidden/new',
      ],
      { image },
    );
    await bench.exited(id);
    expect(await bench.log(id)).toEqual(
      ['upper', 'kept', '/layers/removed missing', '/layers/hidden/old missing', 'new'].map(
        (line) => `stdout F ${line}`,
      ),
    );
    const none = await bench.create(sandbox, { image, command: ['/bin/sh'] });
    await expect(bench.call('StartContainer', { container_id: none })).rejects.toThrow(/no such file/);
  });

  it('can be mounted into a container', async () => {
    const volume = await pull('box-layers:1');
    await pull('box:1');
    const sandbox = await bench.sandbox();
    const mount = {
      container_path: '/vol',
      image: { image: `${registry.address}/box-layers:1` },
      image_sub_path: 'layers',
      readonly: true,
    };
    const config = { image: { image: `${registry.address}/box:1` } };
    const id = await bench.box(sandbox, ['cat /vol/kept', 'put /vol/new x'], { ...config, mounts: [mount] });
    expect(await bench.exited(id)).toMatchObject({ exit_code: 66, mounts: [{ image: { image: volume } }] });
    await expect(
      bench.create(sandbox, { ...config, mounts: [{ ...mount, image_sub_path: 'no' }] }),
    ).rejects.toThrow(/^ImageVolumeMountFailed/);
  });

  it('of the sandbox are pulled, pinned, and missed when the registry has none', async () => {
    await bench.close();
    bench = createBench({ sandboxImage: `${registry.address}/pause:1` });
    await bench.sandbox();
    expect(await status(`${registry.address}/pause:1`)).toMatchObject({ pinned: true });
    await bench.close();
    bench = createBench({ sandboxImage: `${registry.address}/faults/404/pause:1` });
    await expect(bench.sandbox()).rejects.toThrow(/sandbox image/);
  });

  it('of any name can be had where that is allowed', async () => {
    await bench.close();
    bench = createBench({ allowAnyImage: true });
    const { image_ref: ref } = await bench.call('PullImage', { image: { image: 'nginx' } });
    expect(await status('docker.io/library/nginx:latest')).toMatchObject({ id: ref });
    const id = await bench.create(await bench.sandbox(), { image: { image: 'nginx' } });
    await bench.call('StartContainer', { container_id: id });
    expect(await bench.exec(id, '/any/thing')).toMatchObject({ code: 127 });
    await bench.call('StopContainer', { container_id: id, timeout: '5' });
    expect(await bench.status(id)).toMatchObject({ reason: 'Completed', image: { image: 'nginx' } });
  });

  it('of any name are not made up where a registry says that there is none', async () => {
    await bench.close();
    bench = createBench({ allowAnyImage: true });
    const missing = { image: { image: `${registry.address}/no/such:1` } };
    await expect(bench.call('PullImage', missing)).rejects.toThrow(/not found/);
    const nobody = { image: { image: '127.0.0.1:1/some/busybox:1' } };
    const { image_ref: ref } = await bench.call('PullImage', nobody);
    const sandbox = await bench.sandbox();
    const id = await bench.create(sandbox, { image: { image: ref }, command: ['/no/such/file'] });
    await expect(bench.call('StartContainer', { container_id: id })).rejects.toThrow(/no such file/);
  });

  it('that are named are made up, and no others', async () => {
    await bench.close();
    bench = createBench({ allowAnyImage: ['127.0.0.1:1/box:1'] });
    await bench.call('PullImage', { image: { image: '127.0.0.1:1/box:1' } });
    const other = { image: { image: '127.0.0.1:1/other:1' } };
    await expect(bench.call('PullImage', other)).rejects.toThrow(/connection refused/);
  });

  it('are somewhere', async () => {
    const { image_filesystems: filesystems } = await bench.call('ImageFsInfo', {});
    expect(filesystems).toEqual([
      expect.objectContaining({
        fs_id: { mountpoint: bench.directory },
        used_bytes: { value: expect.any(String) },
      }),
    ]);
  });
});
