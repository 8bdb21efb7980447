// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { secretFields } from '#cri/proto/generated/secrets.js';
import type { PullImageRequest } from '#cri/proto/generated/messages.js';
import type { CriMethod } from '#cri/methods.js';
import { recordingClient } from '#evidence/write/recording-client.js';
import { redact } from '#evidence/write/redact.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { Scratch } from '../../cri/scratch.js';
import { eventsIn } from '../written.js';

const auth = {
  username: 'somebody',
  password: 'secret-password',
  auth: 'secret-auth',
  server_address: 'registry.test',
  identity_token: 'secret-identity',
  registry_token: 'secret-registry',
};
const request: PullImageRequest = { image: { image: 'registry.test/box:1' }, auth };

describe('redacting', () => {
  it('knows the fields that the proto marks', () => {
    expect(secretFields.map(({ method, path }) => `${method} ${path.join('.')}`).sort()).toEqual([
      'PullImage auth.auth',
      'PullImage auth.identity_token',
      'PullImage auth.password',
      'PullImage auth.registry_token',
    ]);
  });

  it.each(secretFields)('hides $method $path in a copy', ({ method, path }) => {
    const original = nested(path, 'secret');
    const before = JSON.stringify(original);
    expect(redact(method as CriMethod, original)).toEqual(nested(path, '[redacted]'));
    expect(JSON.stringify(original)).toBe(before);
  });

  it('leaves everything else as it is', () => {
    const { username, server_address } = auth;
    expect(redact('PullImage', { ...request })).toEqual({
      image: request.image,
      auth: {
        username,
        server_address,
        password: '[redacted]',
        auth: '[redacted]',
        identity_token: '[redacted]',
        registry_token: '[redacted]',
      },
    });
    const other = { auth: { password: 'is no secret here' } };
    expect(redact('ImageStatus', other)).toBe(other);
  });

  it('invents nothing where there is no secret', () => {
    expect(redact('PullImage', {})).toEqual({});
    expect(redact('PullImage', { auth: { password: '' } })).toEqual({ auth: { password: '' } });
    expect(redact('PullImage', { image: {} })).toEqual({ image: {} });
  });
});

describe('a recorded pull', () => {
  const scratch = new Scratch();
  beforeEach(() => scratch.open());
  afterEach(() => scratch.close());

  it('sends the secrets and never writes them', async () => {
    const received: PullImageRequest[] = [];
    const path = scratch.path('evidence.jsonl');
    const whileServed: string[] = [];
    await scratch.serve({
      PullImage: (asked) => {
        received.push(asked);
        whileServed.push(readFileSync(path, 'utf8'));
        return Promise.resolve({ image_ref: 'sha256:1' });
      },
    });
    const writer = openEvidenceWriter(path);
    const client = recordingClient(scratch.connect(), { writer, scenario: 'pull' });
    const given = structuredClone(request);
    expect(await client.call('PullImage', given)).toMatchObject({ kind: 'ok' });
    writer.close();
    expect(received).toEqual([request]);
    expect(given).toEqual(request);
    expect(whileServed[0]).toContain('"rpc":"PullImage"');
    expect(readFileSync(path, 'utf8')).not.toContain('secret-');
    expect(eventsIn(path)[0]).toMatchObject({
      type: 'call',
      request: { auth: { username: 'somebody', password: '[redacted]' } },
    });
  });

  it('writes none of them either when the runtime, a log or a note of ours repeats them', async () => {
    const path = scratch.path('evidence.jsonl');
    const header = `Basic ${Buffer.from('somebody:secret-password').toString('base64')}`;
    await scratch.serve({
      PullImage: () => Promise.reject(new CriRefusal('UNKNOWN', `401 with ${header}, token=from-elsewhere`)),
      ExecSync: () => Promise.resolve({ stdout: Buffer.from('say: secret-password').toString('base64') }),
      Version: () => Promise.resolve({ runtime_name: 'secret-identity' }),
    });
    const writer = openEvidenceWriter(path);
    const client = recordingClient(scratch.connect(), { writer, scenario: 'pull' });
    await client.call('PullImage', request);
    await client.call('ExecSync', {});
    await client.call('Version', {});
    const at = { scenario: 'pull', atMs: 0 };
    writer.append({
      type: 'note',
      ...at,
      what: 'sync failed',
      facts: { message: 'secret-auth; password: x7' },
    });
    const facts = { path: '/log', lines: [{ text: 'Authorization: secret-registry' }], leftOut: 0 };
    writer.append({ type: 'observation', ...at, of: 'runtime-log', name: 'log', facts });
    writer.close();
    const text = readFileSync(path, 'utf8');
    for (const secret of ['secret-', 'from-elsewhere', 'x7', header.slice(6)])
      expect(text).not.toContain(secret);
    for (const secret of ['secret-password', 'secret-identity']) expect(rawIn(path)).not.toContain(secret);
    expect(
      eventsIn(path)
        .map((event) => (event as { outcome?: unknown }).outcome)
        .filter(Boolean),
    ).toMatchObject([
      { kind: 'refused', message: '401 with Basic [redacted], token=[redacted]' },
      { kind: 'ok', raw: '' },
      { kind: 'ok', response: { runtime_name: '[redacted]' }, raw: '' },
    ]);
  });
});

function rawIn(path: string): string {
  const events = eventsIn(path) as readonly { readonly outcome?: { readonly raw?: string } }[];
  return events.map(({ outcome }) => Buffer.from(outcome?.raw ?? '', 'base64').toString('latin1')).join('\n');
}

function nested([field = '', ...rest]: readonly string[], value: string): Readonly<Record<string, unknown>> {
  return { [field]: rest.length === 0 ? value : nested(rest, value), untouched: 'stays' };
}
