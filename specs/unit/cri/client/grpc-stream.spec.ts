// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { CriClient } from '#cri/client/client.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { StreamHandler } from '#cri/server/handlers.js';

import { Scratch } from '../scratch.js';

/* eslint-disable @typescript-eslint/require-await -- handlers are async generators, also those that wait for nothing */

let scratch: Scratch;

beforeEach(async () => {
  scratch = new Scratch();
  await scratch.open();
});

afterEach(async () => {
  await scratch.close();
});

const serve = async (handler: StreamHandler<'GetContainerEvents'>): Promise<CriClient> => {
  await scratch.serve({ GetContainerEvents: handler });
  return scratch.connect();
};

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });

async function idsOf(stream: ReturnType<CriClient['stream']>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { message } of stream) ids.push((message as { container_id?: string }).container_id);
  return ids;
}

describe('a server stream', () => {
  it('gives every message with its bytes, in order, and ends', async () => {
    const client = await serve(async function* () {
      yield { container_id: 'a', created_at: '1700000000000000001' };
      yield {};
      yield { container_id: 'c', container_event_type: 'CONTAINER_DELETED_EVENT' };
    });
    const stream = client.stream('GetContainerEvents', {});
    const items = [];
    for await (const item of stream) items.push(item);
    expect(items.map(({ message }) => message)).toEqual([
      { container_id: 'a', created_at: '1700000000000000001' },
      {},
      { container_id: 'c', container_event_type: 'CONTAINER_DELETED_EVENT' },
    ]);
    expect(items[0]?.raw).toBe(Buffer.from('0a0161188180a8b1e39fe7cb17', 'hex').toString('base64'));
    expect(await stream.ended).toEqual({ kind: 'ended' });
  });

  it('is read to its last message by a reader who comes late', async () => {
    const client = await serve(async function* () {
      for (let at = 0; at < 40; at++) yield { container_id: String(at) };
    });
    const stream = client.stream('GetContainerEvents', {});
    expect(await stream.ended).toEqual({ kind: 'ended' });
    expect(await idsOf(stream)).toHaveLength(40);
  });

  it('makes a runtime wait for a reader who does not read', async () => {
    let sent = 0;
    const client = await serve(async function* (_request, { signal }) {
      const labels = { filler: 'x'.repeat(100_000) };
      while (!signal.aborted) {
        sent++;
        yield { container_id: String(sent), pod_sandbox_status: { labels } };
      }
    });
    const stream = client.stream('GetContainerEvents', {}, { deadlineMs: 1500 });
    expect(await stream.ended).toMatchObject({ kind: 'unanswered', reason: 'client-deadline' });
    expect(sent).toBeGreaterThan(64);
    expect(sent).toBeLessThan(400);
  });

  it('gives what came before a refusal', async () => {
    const client = await serve(async function* () {
      yield { container_id: 'a' };
      throw new CriRefusal('RESOURCE_EXHAUSTED', 'too many listeners');
    });
    const stream = client.stream('GetContainerEvents', {});
    expect(await idsOf(stream)).toEqual(['a']);
    expect(await stream.ended).toEqual({
      kind: 'refused',
      code: 'RESOURCE_EXHAUSTED',
      message: 'too many listeners',
    });
  });

  it('gives what came before the runtime died', async () => {
    const server = await scratch.serve({
      async *GetContainerEvents(_request, { signal }) {
        yield { container_id: 'a' };
        yield { container_id: 'b' };
        await until(signal);
      },
    });
    const stream = scratch.connect().stream('GetContainerEvents', {});
    const ids = [];
    for await (const { message } of stream) {
      ids.push(message.container_id);
      if (ids.length === 2) await server.close();
    }
    expect(ids).toEqual(['a', 'b']);
    expect(await stream.ended).toMatchObject({ kind: 'unanswered', reason: 'connection-lost' });
  });

  it.each(['cancel', 'signal', 'leaving the loop', 'closing the client'])(
    'is over by %s, and the server learns of it',
    async (way) => {
      let over: () => void;
      const learned = new Promise<void>((resolve) => {
        over = resolve;
      });
      const client = await serve(async function* (_request, { signal }) {
        yield { container_id: 'a' };
        await until(signal);
        over();
      });
      const aborter = new AbortController();
      const stream = client.stream('GetContainerEvents', {}, { signal: aborter.signal });
      for await (const { message } of stream) {
        expect(message).toEqual({ container_id: 'a' });
        if (way === 'cancel') stream.cancel();
        if (way === 'signal') aborter.abort();
        if (way === 'closing the client') client.close();
        if (way === 'leaving the loop') break;
      }
      expect(await stream.ended).toMatchObject({ kind: 'unanswered', reason: 'cancelled' });
      await expect(learned).resolves.toBeUndefined();
    },
  );

  it('is UNIMPLEMENTED where there is no handler, or no such method', async () => {
    await scratch.serve({});
    const unimplemented = { kind: 'refused', code: 'UNIMPLEMENTED' };
    const stream = scratch.connect().stream('StreamImages', {});
    expect(await idsOf(stream)).toEqual([]);
    expect(await stream.ended).toMatchObject(unimplemented);
    const old = scratch.connect({ apiVersion: 'v1alpha2' }).stream('GetContainerEvents', {});
    expect(await idsOf(old)).toEqual([]);
    expect(await old.ended).toMatchObject(unimplemented);
  });

  it('never rejects when there is no socket', async () => {
    const stream = scratch.connect().stream('GetContainerEvents', {});
    expect(await stream.ended).toMatchObject({ kind: 'unanswered', reason: 'connection-lost' });
    expect(await idsOf(stream)).toEqual([]);
  });
});
