// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { witnessedClient, type WitnessPorts } from '#runner/clients/witnessed-client.js';

const served = { id: 'sha256:1', digests: ['sha256:9'], tags: ['reg/box:1'], bytes: 7, user: '' };

let answers: Readonly<Record<string, object>> = {};
let seen: object[] = [];
let asked: string[] = [];
let manifests: number | undefined;

const inner = {
  call: (method: string) => {
    const response = answers[method];
    return Promise.resolve(
      response === undefined
        ? { kind: 'refused', code: 'UNKNOWN', message: 'no' }
        : { kind: 'ok', response, raw: '' },
    );
  },
} as unknown as CriClient;

const node = {
  look: (path: string) => Promise.resolve(path === '/ours/archive' ? { kind: 'file', size: 3 } : undefined),
} as unknown as WitnessPorts['node'];

const runDirectory = mkdtempSync(join(tmpdir(), 'criprobe-witnessed-'));
afterAll(() => {
  rmSync(runDirectory, { recursive: true });
});

const client = (mayConnect = true): CriClient =>
  witnessedClient(inner, {
    node,
    mayConnect,
    runDirectory,
    servedImage: (reference) => {
      asked.push(reference);
      return Promise.resolve(reference.startsWith('reg/') ? served : undefined);
    },
    pullBegins: () => () => manifests,
    emit: (one) => seen.push(one),
  });

beforeEach(() => {
  [answers, seen, asked, manifests] = [{}, [], [], undefined];
});

it('notes what the registry serves under a name, once and before the call', async () => {
  const watched = client();
  for (const image of ['reg/box:1', 'reg/box:1', 'elsewhere/box:1'])
    await watched.call('PullImage', { image: { image } });
  expect(asked).toEqual(['reg/box:1', 'elsewhere/box:1']);
  expect(seen).toEqual([
    { of: 'registry-image', name: 'reg/box:1', facts: { reference: 'reg/box:1', ...served } },
  ]);
});

it('notes how often the registry was asked during a pull', async () => {
  manifests = 2;
  await client().call('PullImage', { image: { image: 'elsewhere/box:1' } });
  await client().call('ImageStatus', { image: { image: 'elsewhere/box:1' } });
  expect(seen).toEqual([
    {
      of: 'registry-requests',
      name: 'elsewhere/box:1',
      facts: { reference: 'elsewhere/box:1', manifests: 2 },
    },
  ]);
});

it('looks whether an archive is where it was asked for, and only if the runtime says so', async () => {
  const watched = client();
  await watched.call('CheckpointContainer', { location: '/ours/archive' });
  expect(seen).toEqual([]);
  answers = { CheckpointContainer: {} };
  await watched.call('CheckpointContainer', { location: '/ours/archive' });
  await watched.call('CheckpointContainer', { location: '/ours/other' });
  expect(seen).toMatchObject([
    { of: 'file', facts: { path: '/ours/archive', exists: true, kind: 'file', bytes: 3 } },
    { of: 'file', facts: { path: '/ours/other', exists: false, bytes: 0 } },
  ]);
});

it('looks at the end of a URL on this node, and nowhere else', async () => {
  const watched = client();
  for (const url of ['http://127.0.0.1:1/exec', 'http://192.0.2.1/exec', 'nonsense']) {
    answers = { Exec: { url } };
    await watched.call('Exec', {});
  }
  expect(seen).toMatchObject([
    { of: 'connection', name: 'Exec', facts: { url: 'http://127.0.0.1:1/exec', result: 'failed' } },
    { facts: { result: 'not-tried' } },
    { facts: { result: 'not-tried' } },
  ]);
});

it('opens no URL of a runtime that somebody else started', async () => {
  const watched = client(false);
  answers = { Exec: { url: 'http://127.0.0.1:1/exec' } };
  await watched.call('Exec', {});
  expect(seen).toMatchObject([{ of: 'connection', facts: { result: 'not-tried' } }]);
});

it('looks at every mount point below the directory of the run, once, and nowhere else', async () => {
  const own = join(runDirectory, 'root');
  mkdirSync(own);
  const watched = client();
  const usage = (mountpoint: string) => ({ fs_id: { mountpoint } });
  answers = {
    ImageFsInfo: {
      image_filesystems: [usage(own), usage('')],
      container_filesystems: [usage(own), usage(tmpdir()), usage(`${own}/../..`)],
    },
  };
  await watched.call('ImageFsInfo', {});
  await watched.call('ImageFsInfo', {});
  expect(seen).toMatchObject([
    { of: 'filesystem', facts: { mountpoint: own, exists: true } },
    { of: 'filesystem', facts: { mountpoint: tmpdir(), exists: false, capacityBytes: 0 } },
    { of: 'filesystem', facts: { mountpoint: `${own}/../..`, exists: false } },
  ]);
});
