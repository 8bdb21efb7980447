// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { CriClient } from '#cri/client/client.js';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { recordingClient } from '#evidence/write/recording-client.js';
import { openEvidenceWriter, type EvidenceWriter } from '#evidence/write/evidence-writer.js';
import { Scratch } from '../../cri/scratch.js';
import { began, ended, eventsIn, header, readAll } from '../written.js';

const scratch = new Scratch();
let writer: EvidenceWriter;
const path = (): string => scratch.path('evidence.jsonl');
const recorded = (scenario: string, inner: CriClient = scratch.connect()): CriClient =>
  recordingClient(inner, { writer, scenario });

beforeEach(async () => {
  await scratch.open();
  writer = openEvidenceWriter(path());
  writer.append(header);
});
afterEach(async () => {
  writer.close();
  await scratch.close();
});

describe('a recorded call', () => {
  it('is written down before it is made and when it has ended', async () => {
    const onTape: number[] = [];
    await scratch.serve({
      Version: () => {
        onTape.push(eventsIn(path()).length);
        return Promise.resolve({ runtime_name: 'some' });
      },
    });
    const outcome = await recorded('one').call('Version', { version: 'v1' }, { deadlineMs: 5000 });
    const [, begin, end] = eventsIn(path());
    expect(onTape).toEqual([2]);
    expect(begin).toMatchObject({
      type: 'call',
      seq: 1,
      scenario: 'one',
      rpc: 'Version',
      deadlineMs: 5000,
      request: { version: 'v1' },
    });
    expect(end).toMatchObject({ type: 'end', seq: 1, outcome });
    expect(begin).toHaveProperty('atMs');
    expect((end as { atMs: number }).atMs).toBeGreaterThanOrEqual((begin as { atMs: number }).atMs);
  });

  it('shows no deadline as null, a refusal with its code, a lost runtime as unanswered', async () => {
    const server = await scratch.serve({
      StartContainer: () => Promise.reject(new CriRefusal('NOT_FOUND', 'none such')),
    });
    const client = recorded('one');
    await client.call('StartContainer', { container_id: 'x' });
    await server.close();
    await client.call('Version', {}, { deadlineMs: 2000 });
    writer.append(ended('one'));
    const [evidence] = (await readAll(path())).scenarios;
    expect(evidence?.calls.map(({ rpc, deadlineMs, outcome }) => [rpc, deadlineMs, outcome])).toEqual([
      ['StartContainer', null, { kind: 'refused', code: 'NOT_FOUND', message: 'none such' }],
      ['Version', 2000, expect.objectContaining({ kind: 'unanswered', reason: 'connection-lost' })],
    ]);
  });

  it('keeps the bytes of the answer, fields unknown to our proto included', async () => {
    // 1: "0.1.0", 2: "raw", 1000: "from the future"
    const bytes = Buffer.concat([
      Buffer.from('0a05302e312e30', 'hex'),
      Buffer.from('1203726177', 'hex'),
      Buffer.from('c23e0f', 'hex'),
      Buffer.from('from the future'),
    ]);
    await serveBytes(scratch.path('cri.sock'), bytes);
    const outcome = await recorded('one').call('Version', {});
    writer.append(ended('one'));
    expect(outcome).toMatchObject({ kind: 'ok', response: { version: '0.1.0', runtime_name: 'raw' } });
    const [evidence] = (await readAll(path())).scenarios;
    const [version] = evidence?.answered('Version') ?? [];
    expect(Buffer.from(version?.outcome.raw ?? '', 'base64')).toEqual(bytes);
  });

  it('belongs to its scenario, and no other, when several run at once', async () => {
    await scratch.serve({
      Version: async ({ version = '' }) => {
        await new Promise((resolve) => setImmediate(resolve));
        return { runtime_name: version };
      },
    });
    const names = ['one', 'two', 'three'];
    await Promise.all(
      names.map(async (scenario) => {
        writer.append(began(scenario, writer.nowMs()));
        const client = recorded(scenario);
        for (let turn = 0; turn < 20; turn++)
          await client.call('Version', { version: `${scenario}-${turn}` });
        writer.append(ended(scenario, writer.nowMs()));
      }),
    );
    const { scenarios } = await readAll(path());
    expect(scenarios.map(({ scenario }) => scenario).sort()).toEqual([...names].sort());
    for (const { scenario, calls } of scenarios) {
      const expected = Array.from({ length: 20 }, (_, turn) => `${scenario}-${turn}`);
      expect(calls.map(({ request }) => (request as { version: string }).version)).toEqual(expected);
      expect(
        calls.map(({ outcome }) => (outcome as { response: { runtime_name: string } }).response.runtime_name),
      ).toEqual(expected);
    }
    const seqs = scenarios.flatMap(({ calls }) => calls.map(({ seq }) => seq));
    expect(new Set(seqs).size).toBe(60);
  });
});

describe('a recorded stream', () => {
  const messages: readonly ContainerEventResponse[] = [
    { container_id: 'a', container_event_type: 'CONTAINER_STARTED_EVENT' },
    { container_id: 'a', container_event_type: 'CONTAINER_STOPPED_EVENT' },
  ];

  it('has each message, with its bytes, and its end', async () => {
    await scratch.serve({
      GetContainerEvents: async function* () {
        await Promise.resolve();
        yield* messages;
      },
    });
    const stream = recorded('one').stream('GetContainerEvents', {});
    const seen: unknown[] = [];
    for await (const { message } of stream) seen.push(message);
    expect(await stream.ended).toEqual({ kind: 'ended' });
    writer.append(ended('one'));
    expect(seen).toEqual(messages);
    const [evidence] = (await readAll(path())).scenarios;
    expect(evidence?.events().map(({ event }) => event)).toEqual(messages);
    expect(evidence?.of('GetContainerEvents')[0]?.outcome).toEqual({ kind: 'ended' });
    const written = eventsIn(path()).filter(({ type }) => type === 'message');
    expect(written.map((event) => (event as { raw: string }).raw.length > 0)).toEqual([true, true]);
  });

  it('that is cancelled or refused says so', async () => {
    await scratch.serve({
      GetContainerEvents: async function* (_, { signal }) {
        yield { container_id: 'a' };
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
      },
      StreamContainers: () => {
        throw new CriRefusal('UNIMPLEMENTED', 'not here');
      },
    });
    const client = recorded('one');
    const watched = client.stream('GetContainerEvents', {});
    for await (const { message } of watched) {
      expect(message).toEqual({ container_id: 'a' });
      break;
    }
    watched.cancel();
    const refused = client.stream('StreamContainers', {});
    await Promise.all([watched.ended, refused.ended]);
    writer.append(ended('one'));
    const [evidence] = (await readAll(path())).scenarios;
    expect(evidence?.events()).toHaveLength(1);
    expect(evidence?.of('GetContainerEvents')[0]?.outcome).toMatchObject({
      kind: 'unanswered',
      reason: 'cancelled',
    });
    expect(evidence?.of('StreamContainers')[0]?.outcome).toMatchObject({
      kind: 'refused',
      code: 'UNIMPLEMENTED',
    });
  });
});

/** A server that knows no CRI: it answers Version with these bytes. */
async function serveBytes(socket: string, bytes: Buffer): Promise<void> {
  const asIs = (value: Buffer): Buffer => value;
  const server = new Server();
  server.addService(
    {
      Version: {
        path: '/runtime.v1.RuntimeService/Version',
        requestStream: false,
        responseStream: false,
        requestSerialize: asIs,
        requestDeserialize: asIs,
        responseSerialize: asIs,
        responseDeserialize: asIs,
      },
    },
    {
      Version: (_: unknown, answer: (error: null, bytes: Buffer) => void) => {
        answer(null, bytes);
      },
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  scratch.onClose(() => {
    server.forceShutdown();
  });
}
