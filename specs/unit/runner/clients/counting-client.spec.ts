// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { countingClient } from '#runner/clients/counting-client.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { Outcome } from '#cri/outcome.js';

const asked: unknown[][] = [];
let closed = 0;

/** Ends calls as the spec says, when it says so. */
function waiting(): CriClient & { readonly ends: ((outcome: Outcome) => void)[] } {
  const ends: ((outcome: Outcome) => void)[] = [];
  return {
    ends,
    call: (method: string, request: object, options?: CallOptions) => {
      asked.push([method, request, options]);
      return new Promise<Outcome>((resolve) => ends.push(resolve));
    },
    stream: (method: string) => method as never,
    close: () => {
      closed++;
    },
  };
}

const ok: Outcome = { kind: 'ok', response: {}, raw: '' };
const refused: Outcome = { kind: 'refused', code: 'NOT_FOUND', message: 'no' };
const lost: Outcome = { kind: 'unanswered', reason: 'connection-lost', message: 'gone' };

it('counts calls when they have ended, by name and by how', async () => {
  const inner = waiting();
  const client = countingClient(inner);
  const calls = [ok, refused, lost, refused].map(() => client.call('StartContainer', { container_id: 'x' }));
  const other = client.call('Version', {});
  expect(client.count('StartContainer', 'any')).toBe(0);
  [ok, refused, lost, refused, ok].forEach((outcome, index) => inner.ends[index]?.(outcome));
  expect(await Promise.all(calls)).toEqual([ok, refused, lost, refused]);
  expect(await other).toBe(ok);
  expect((['ok', 'refused', 'any'] as const).map((ended) => client.count('StartContainer', ended))).toEqual([
    1, 2, 4,
  ]);
  expect(client.count('Version', 'any')).toBe(1);
  expect(client.count('Status', 'any')).toBe(0);
});

it('passes on what it is given', async () => {
  const inner = waiting();
  const client = countingClient(inner);
  const options = { deadlineMs: 12 };
  const call = client.call('Version', { version: 'v1' }, options);
  inner.ends[0]?.(ok);
  await call;
  expect(asked.at(-1)).toEqual(['Version', { version: 'v1' }, options]);
  expect(client.stream('GetContainerEvents', {})).toBe('GetContainerEvents');
  client.close();
  expect(closed).toBe(1);
});
