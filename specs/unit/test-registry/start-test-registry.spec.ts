// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  startTestRegistry,
  type ObservedRequest,
  type TestRegistry,
} from '#test-registry/start-test-registry.js';
import { sha256 } from './pull.js';

const seen: ObservedRequest[] = [];
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    onRequest: (one) => seen.push(one),
    dribble: { chunkBytes: 100, everyMs: 1 },
  });
});
afterAll(() => registry.close());
beforeEach(() => {
  seen.length = 0;
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://${registry.address}${path}`, init);

/** The configuration of the image that the path leads to. */
async function aBlob(repository: string): Promise<{ path: string; digest: string }> {
  const digest = (await registry.find(`${repository}:1`))?.configDigest ?? '';
  return { path: `/v2/${repository}/blobs/${digest}`, digest };
}

async function errorOf(response: Response): Promise<unknown> {
  const { errors } = (await response.json()) as { errors: readonly { code: string; message: string }[] };
  return errors[0]?.code;
}

const tokenStatus = async (body: URLSearchParams): Promise<number> =>
  (await ask('/token', { method: 'POST', body })).status;

/** The answer to a request whose body is announced and never sent. */
async function announce(
  method: string,
  path: string,
  length: number,
): Promise<readonly [IncomingMessage, Socket]> {
  const asking = request(`http://${registry.address}${path}`, {
    method,
    headers: { 'content-length': String(length) },
  }).on('error', () => undefined);
  asking.flushHeaders();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const { socket } = response;
  response.resume();
  return [response, socket];
}

it('counts the requests for manifests of a repository, and no others', async () => {
  const { path } = await aBlob('own/counted/box');
  for (const at of ['/v2/own/counted/box/manifests/1', path, '/v2/own/counted/box/manifests/none'])
    await ask(at);
  expect(registry.manifestRequests('own/counted/box')).toBe(2);
  expect(registry.manifestRequests('own/other/box')).toBe(0);
});

describe('the registry', () => {
  it('says which API it speaks', async () => {
    const response = await ask('/v2/');
    expect(response.status).toBe(200);
    expect(response.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
  });

  it('invites a client that asks there first to name itself, without refusing one that has no name', async () => {
    const { status, headers } = await ask('/v2/');
    const refused = await ask('/v2/s1/private/box/manifests/1');
    expect([status, refused.status]).toEqual([200, 401]);
    expect(headers.get('www-authenticate')).toBe(refused.headers.get('www-authenticate'));
    const nameless = { headers: { authorization: `Basic ${Buffer.from(':').toString('base64')}` } };
    expect((await ask('/v2/box/manifests/1', nameless)).status).toBe(200);
  });

  it('serves manifests by tag and by digest, below any path', async () => {
    const tagged = await ask('/v2/criprobe-1/s2/box/manifests/1');
    const digest = tagged.headers.get('docker-content-digest') ?? '';
    const body = Buffer.from(await tagged.arrayBuffer());
    expect(tagged.headers.get('content-type')).toBe('application/vnd.oci.image.index.v1+json');
    expect(sha256(body)).toBe(digest);
    const named = await ask(`/v2/box/manifests/${digest}`);
    expect(Buffer.from(await named.arrayBuffer()).equals(body)).toBe(true);
    const single = await ask('/v2/single/manifests/1');
    expect(single.headers.get('content-type')).toBe('application/vnd.oci.image.manifest.v1+json');
  });

  it('answers HEAD with the headers of GET', async () => {
    const { path } = await aBlob('box');
    for (const url of ['/v2/box/manifests/1', path]) {
      const [get, head] = [await ask(url), await ask(url, { method: 'HEAD' })];
      const names = ['content-type', 'content-length', 'docker-content-digest'];
      expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)));
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      expect((await get.arrayBuffer()).byteLength).toBe(Number(head.headers.get('content-length')));
    }
  });

  it('serves blobs whole and in ranges', async () => {
    const { path, digest } = await aBlob('box');
    const whole = await ask(path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(sha256(bytes)).toBe(digest);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await ask(path, { headers: { range: 'bytes=5-9' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
    const beyond = await ask(path, { headers: { range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  });

  it('lists tags, page by page if asked to', async () => {
    expect(await (await ask('/v2/x/box-many/tags/list')).json()).toEqual({
      name: 'x/box-many',
      tags: ['a', 'b', 'c'],
    });
    const first = await ask('/v2/box-many/tags/list?n=2');
    expect(await first.json()).toMatchObject({ tags: ['a', 'b'] });
    expect(first.headers.get('link')).toBe('</v2/box-many/tags/list?n=2&last=b>; rel="next"');
    const second = await ask('/v2/box-many/tags/list?n=2&last=b');
    expect(await second.json()).toMatchObject({ tags: ['c'] });
    expect(second.headers.get('link')).toBeNull();
  });

  it.each([
    ['/v2/nobody/manifests/1', 404, 'NAME_UNKNOWN'],
    ['/v2/nobody/tags/list', 404, 'NAME_UNKNOWN'],
    ['/v2/box/manifests/none', 404, 'MANIFEST_UNKNOWN'],
    ['/v2/box/blobs/sha256:12', 404, 'BLOB_UNKNOWN'],
    ['/v2/box/referrers', 404, 'UNSUPPORTED'],
  ])('%s is %d %s', async (path, status, code) => {
    const response = await ask(path);
    expect([response.status, await errorOf(response)]).toEqual([status, code]);
  });

  it.each(['n=2%0a', 'n=2%0d%0ax: y', 'n=NaN', 'n=-1', 'n=1&n=%00'])(
    'a page of %s does not end it',
    async (query) => {
      const response = await ask(`/v2/box-many/tags/list?${query}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('x')).toBeNull();
    },
  );

  it('refuses what is too long by its announced length, and closes', async () => {
    for (const method of ['POST', 'PUT', 'GET']) {
      const [response, socket] = await announce(method, '/token', 64 * 1024 + 1);
      expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
      if (!socket.closed) await once(socket, 'close');
    }
    expect((await ask(`/v2/${'a'.repeat(2048)}/manifests/1`)).status).toBe(414);
    expect((await ask('/v2/', { headers: { 'x-long': 'a'.repeat(17_000) } })).status).toBe(431);
    const scope = 'repository:a:pull'.repeat(200);
    expect(await tokenStatus(new URLSearchParams({ username: 'box', password: 'let-me-in', scope }))).toBe(
      400,
    );
  });

  it('cannot be written to', async () => {
    const response = await ask('/v2/box/blobs/uploads', { method: 'POST' });
    expect([response.status, await errorOf(response)]).toEqual([405, 'UNSUPPORTED']);
  });

  it('reports every request', async () => {
    await ask('/v2/');
    await ask('/v2/s7/box/manifests/1?ns=elsewhere', { method: 'HEAD' });
    await ask('/v2/s7/box/manifests/none');
    expect(seen).toEqual([
      { method: 'GET', url: '/v2/', status: 200, repository: '' },
      { method: 'HEAD', url: '/v2/s7/box/manifests/1?ns=elsewhere', status: 200, repository: 's7/box' },
      { method: 'GET', url: '/v2/s7/box/manifests/none', status: 404, repository: 's7/box' },
    ]);
  });
});

describe('guarded repositories', () => {
  const basic = (user: string, password: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const good = (): Record<string, string> =>
    basic(registry.credentials.username, registry.credentials.password);
  const guarded = '/v2/s1/private/token/box/manifests/1';

  it('want a name and a password', async () => {
    const url = '/v2/s1/private/box/manifests/1';
    const refused = await ask(url);
    expect([refused.status, await errorOf(refused)]).toEqual([401, 'UNAUTHORIZED']);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    expect((await ask(url, { headers: basic('box', 'wrong') })).status).toBe(401);
    expect((await ask(url, { headers: good() })).status).toBe(200);
  });

  /** Follows the challenge as clients do. */
  async function tokenFor(
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const challenge = (await ask(guarded)).headers.get('www-authenticate') ?? '';
    const [, realm = '', service = '', scope = ''] =
      /realm="(.*)",service="(.*)",scope="(.*)"/.exec(challenge) ?? [];
    const query = String(new URLSearchParams({ service, scope }));
    if (init.method !== 'POST') return fetch(`${realm}?${query}`, init);
    return fetch(realm, { ...init, body: new URLSearchParams(`${query}&${init.body ?? ''}`) });
  }
  const opens = async (token: unknown, path = guarded): Promise<number> =>
    (await ask(path, { headers: { authorization: `Bearer ${String(token)}` } })).status;

  it('want a token for exactly this repository', async () => {
    const answer = (await (await tokenFor({ headers: good() })).json()) as Record<string, unknown>;
    expect(await opens(answer['token'])).toBe(200);
    expect(await opens(answer['token'], '/v2/s2/private/token/box/manifests/1')).toBe(401);
    expect(await opens('made-up')).toBe(401);
    expect((await ask(guarded, { headers: good() })).status).toBe(401);
  });

  it('give no token to strangers', async () => {
    expect((await tokenFor()).status).toBe(401);
    expect((await tokenFor({ headers: basic('box', 'wrong') })).status).toBe(401);
    expect(
      (await tokenFor({ method: 'POST', body: 'grant_type=password&username=box&password=no' })).status,
    ).toBe(401);
  });

  it('take a form, an identity token and a registry token', async () => {
    const { username, password, identityToken, registryToken } = registry.credentials;
    for (const form of [
      new URLSearchParams({ grant_type: 'password', username, password }),
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: identityToken }),
    ]) {
      const answer = (await (await tokenFor({ method: 'POST', body: String(form) })).json()) as Record<
        string,
        unknown
      >;
      expect(await opens(answer['access_token'])).toBe(200);
    }
    expect(await opens(registryToken)).toBe(200);
  });
});

describe('a registry of one run', () => {
  it('has content of its own below the path of that run only', async () => {
    const own = await startTestRegistry({ ownBelow: 'own/criprobe-7f3a12' });
    const status = async (path: string): Promise<number> =>
      (await fetch(`http://${own.address}/v2/${path}/box/manifests/1`)).status;
    const theirs = ['own/criprobe-7f3a1', 'own', 's/private', 's/faults/500', 'x/own/criprobe-7f3a12'];
    for (const path of theirs) expect([path, await status(path)]).toEqual([path, 404]);
    expect(await status('own/criprobe-7f3a12')).toBe(200);
    expect(await status('own/criprobe-7f3a12/s/faults/500')).toBe(500);
    expect(await status('own/criprobe-7f3a12/s/private')).toBe(401);
    expect(await status('elsewhere')).toBe(200);
    expect(await own.find('own/other/box:1')).toBeUndefined();
    await own.close();
  });

  it('builds again what it forgot, to the last byte', async () => {
    const first = await registry.find('own/again/box:1');
    for (let at = 0; at < 100; at++) await registry.find(`own/again/${at}/box:1`);
    expect(await registry.find('own/again/box:1')).toEqual(first);
  });
});

describe('faults', () => {
  it.each([
    ['401', 401, 'UNAUTHORIZED'],
    ['404', 404, 'NAME_UNKNOWN'],
    ['429', 429, 'TOOMANYREQUESTS'],
    ['500', 500, 'UNKNOWN'],
  ])('%s affects everything', async (fault, status, code) => {
    const response = await ask(`/v2/s/faults/${fault}/box/manifests/1`);
    expect([response.status, await errorOf(response)]).toEqual([status, code]);
    expect(response.headers.get('retry-after')).toBe(fault === '429' ? '1' : null);
    expect((await ask((await aBlob(`s/faults/${fault}/box`)).path)).status).toBe(status);
    expect((await ask('/v2/s/box/manifests/1')).status).toBe(200);
  });

  it('may end after some requests, for each path by itself', async () => {
    const statuses = async (path: string): Promise<number[]> => {
      const all = [];
      for (let i = 0; i < 3; i++) all.push((await ask(`/v2/${path}/manifests/1`)).status);
      return all;
    };
    expect(await statuses('s1/faults/500x2/box')).toEqual([500, 500, 200]);
    expect(await statuses('s2/faults/500x1/box')).toEqual([500, 200, 200]);
  });

  it('slow dribbles, but completely', async () => {
    const { path, digest } = await aBlob('s/faults/slow/box');
    const response = await ask(path);
    let pieces = 0;
    const all: Uint8Array[] = [];
    for await (const piece of response.body ?? []) {
      all.push(piece as Uint8Array);
      pieces++;
    }
    expect(sha256(Buffer.concat(all))).toBe(digest);
    expect(pieces).toBeGreaterThan(3);
  });

  it('truncated breaks off in the middle, also for those who resume', async () => {
    const { path } = await aBlob('s/faults/truncated/box');
    const fetchAll = async (range?: string): Promise<number> => {
      const response = await ask(path, range === undefined ? {} : { headers: { range } });
      let got = 0;
      try {
        for await (const piece of response.body ?? []) got += (piece as Uint8Array).length;
      } catch {
        return got;
      }
      throw new Error('it was complete');
    };
    const size = Number((await ask(path, { method: 'HEAD' })).headers.get('content-length'));
    const half = Math.floor(size / 2);
    expect(await fetchAll()).toBe(half);
    expect(await fetchAll(`bytes=${half - 10}-`)).toBe(10);
    expect(await fetchAll(`bytes=${half}-`)).toBe(0);
  });

  it('wrong-digest alters the content and nothing else', async () => {
    const { path, digest } = await aBlob('s/faults/wrong-digest/box');
    const response = await ask(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('docker-content-digest')).toBe(digest);
    expect(bytes.length).toBe(Number(response.headers.get('content-length')));
    expect(sha256(bytes)).not.toBe(digest);
  });

  it('hang never answers, until the client leaves', async () => {
    const { path } = await aBlob('s/faults/hang/box');
    const leaving = new AbortController();
    const outcome = ask(path, { signal: leaving.signal }).then(
      () => 'answered',
      () => 'left',
    );
    while (!seen.some(({ status }) => status === 0)) await new Promise(setImmediate);
    leaving.abort();
    expect(await outcome).toBe('left');
  });

  it('of content leave manifests alone', async () => {
    for (const fault of ['slow', 'hang', 'truncated', 'wrong-digest']) {
      const response = await ask(`/v2/s/faults/${fault}/box/manifests/1`);
      expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(
        response.headers.get('docker-content-digest'),
      );
    }
  });
});

describe('the end of a registry', () => {
  it('does not wait for connections kept alive, nor for those that hang or dribble', async () => {
    const requests: ObservedRequest[] = [];
    const own = await startTestRegistry({
      onRequest: (one) => requests.push(one),
      dribble: { chunkBytes: 1, everyMs: 600_000 },
    });
    const agent = new Agent({ keepAlive: true });
    const open = (path: string): ReturnType<typeof request> =>
      request(`http://${own.address}${path}`, { agent })
        .on('error', () => undefined)
        .end();
    const [kept] = (await once(open('/v2/'), 'response')) as [IncomingMessage];
    kept.resume();
    await once(kept, 'end');
    for (const fault of ['slow', 'hang']) {
      const digest = (await own.find(`faults/${fault}/box:1`))?.configDigest ?? '';
      open(`/v2/faults/${fault}/box/blobs/${digest}`);
    }
    while (requests.length < 3) await new Promise(setImmediate);
    await own[Symbol.asyncDispose]();
    agent.destroy();
    await expect(fetch(`http://${own.address}/v2/`)).rejects.toThrow();
  });

  it('frees its port, which may be chosen', async () => {
    const first = await startTestRegistry();
    await first.close();
    const second = await startTestRegistry({ port: Number(first.address.split(':')[1]) });
    await second.close();
    expect(second.address).toBe(first.address);
  });

  it('a port that is taken is an error', async () => {
    await expect(startTestRegistry({ port: Number(registry.address.split(':')[1]) })).rejects.toThrow(
      'EADDRINUSE',
    );
  });
});
