// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import { intercept, observe } from '#cri/client/intercept.js';
import type { Outcome } from '#cri/outcome.js';

const sent: unknown[][] = [];
let closed = 0;

const ok: Outcome = { kind: 'ok', response: { version: 'v1' }, raw: '' };

const inner = {
  call: (method: string, request: object, options?: CallOptions) => {
    sent.push([method, request, options]);
    return Promise.resolve(ok);
  },
  stream: (...named: unknown[]) => named as never,
  close: () => {
    closed++;
  },
} as CriClient;

it('gives a call the outcome it is handed, sent or not', async () => {
  const refusal: Outcome = { kind: 'refused', code: 'NOT_FOUND', message: 'no' };
  const client = intercept(inner, ({ method, forward }) =>
    method === 'Status' ? Promise.resolve(refusal) : forward(),
  );
  expect(await client.call('Status', {})).toBe(refusal);
  expect(sent).toEqual([]);
  const options = { deadlineMs: 12 };
  expect(await client.call('Version', { version: '0.1.0' }, options)).toBe(ok);
  expect(sent).toEqual([['Version', { version: '0.1.0' }, options]]);
});

it('hands over the request and the options of a call', async () => {
  const seen: unknown[] = [];
  const client = intercept(inner, ({ forward, ...call }) => {
    seen.push(call);
    return forward();
  });
  await client.call('StopContainer', { container_id: 'x', timeout: '3' }, { deadlineMs: 5 });
  await client.call('ListImages', {});
  expect(seen).toEqual([
    { method: 'StopContainer', request: { container_id: 'x', timeout: '3' }, options: { deadlineMs: 5 } },
    { method: 'ListImages', request: {}, options: {} },
  ]);
});

it('tells an observer of a call before its caller, and changes nothing', async () => {
  const heard: string[] = [];
  const client = observe(inner, {
    begun: (method) => heard.push(`${method} begun`),
    ended: (method, { kind }) => heard.push(`${method} ${kind}`),
  });
  const call = client.call('Version', {}).then((outcome) => {
    heard.push('caller');
    return outcome;
  });
  expect(heard).toEqual(['Version begun']);
  expect(await call).toBe(ok);
  expect(heard).toEqual(['Version begun', 'Version ok', 'caller']);
});

it('passes streams and the end through', () => {
  const client = observe(inner, { ended: () => undefined });
  const options = { deadlineMs: null };
  expect(client.stream('GetContainerEvents', {}, options)).toEqual(['GetContainerEvents', {}, options]);
  client.close();
  expect(closed).toBe(1);
});
