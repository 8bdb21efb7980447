// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { faultyClient, type FaultyClient } from '#runner/clients/faulty-client.js';
import type { Clock } from '#base/clock.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { Outcome } from '#cri/outcome.js';
import type { FaultApplied } from '#evidence/intent.js';
import { untilCleared, type CallFault, type Effect } from '#scenarios/fault.js';

type FaultReport = Pick<FaultApplied, 'rpc' | 'request' | 'effect'>;

interface Setup {
  readonly client: FaultyClient;
  readonly reached: string[];
  readonly told: FaultReport[];
  readonly slept: number[];
}

const answer: Outcome = { kind: 'ok', response: { version: 'true' }, raw: 'AAAA' };

function between(faults: readonly CallFault[]): Setup {
  const reached: string[] = [];
  const told: FaultReport[] = [];
  const slept: number[] = [];
  const inner: CriClient = {
    call: (method: string) => {
      reached.push(method);
      return Promise.resolve(answer as never);
    },
    stream: (method: string) => method as never,
    close: () => reached.push('closed'),
  };
  const clock: Clock = {
    nowMs: () => 0,
    sleep: (ms, signal) => {
      slept.push(ms);
      if (ms < 1_000_000) return Promise.resolve();
      return new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          resolve();
        }),
      );
    },
  };
  const onFault = (fault: FaultReport): void => {
    told.push(fault);
  };
  const client = faultyClient(inner, { clock, onFault });
  client.inject(faults);
  return { client, reached, told, slept };
}

const refusal: Effect = { kind: 'refuse', code: 'UNKNOWN', message: 'no' };
const ask = (client: CriClient, options?: CallOptions): Promise<Outcome> =>
  client.call('Version', {}, options);

describe('what comes between', () => {
  it.each<[string, Partial<CallFault>, readonly string[]]>([
    ['the first call, when nothing is said', {}, ['refused', 'ok', 'ok']],
    ['calls from one on', { from: 2, times: 1 }, ['ok', 'refused', 'ok']],
    ['so many calls', { times: 2 }, ['refused', 'refused', 'ok']],
    ['all calls', { times: untilCleared }, ['refused', 'refused', 'refused']],
    ['calls of every kind', { rpc: '*', times: 2 }, ['refused', 'refused', 'ok']],
    ['no call of another kind', { rpc: 'Status', times: untilCleared }, ['ok', 'ok', 'ok']],
  ])('applies %s', async (_, fault, kinds) => {
    const { client, reached, told } = between([{ rpc: 'Version', effect: refusal, ...fault }]);
    const ended = [await ask(client), await ask(client), await ask(client)];
    expect(ended.map(({ kind }) => kind)).toEqual(kinds);
    expect(reached.length).toBe(kinds.filter((kind) => kind === 'ok').length);
    expect(told.length).toBe(3 - reached.length);
  });

  it('affects the calls for one container only', async () => {
    const { client, reached } = between([{ rpc: 'CreateContainer', container: 'main', effect: refusal }]);
    await client.call('CreateContainer', { config: { metadata: { name: 'beside' } } });
    await client.call('CreateContainer', { config: { metadata: { name: 'main' } } });
    await client.call('CreateContainer', {});
    expect(reached.length).toBe(2);
  });

  it('makes up an answer', async () => {
    const { client, reached } = between([{ rpc: 'Version', effect: { kind: 'fake-ok', answer: {} } }]);
    expect(await ask(client)).toEqual({ kind: 'ok', response: {}, raw: '' });
    expect(reached).toEqual([]);
  });

  it('shows another answer than the one the runtime gave', async () => {
    const instead = (): Record<string, unknown> => ({ version: 'shown' });
    const effect: Effect = { kind: 'rewrite', what: 'another version', instead };
    const { client, reached, told } = between([{ rpc: 'Version', effect }]);
    expect(await ask(client)).toMatchObject({ response: { version: 'shown' } });
    expect(reached).toEqual(['Version']);
    const shown = { kind: 'rewrite', what: 'another version' };
    expect(told).toEqual([{ rpc: 'Version', request: {}, effect: shown }]);
  });

  it('holds a call back and lets it go', async () => {
    const { client, reached, slept } = between([{ rpc: 'Version', effect: { kind: 'delay', ms: 70 } }]);
    expect(await ask(client)).toBe(answer);
    expect([slept, reached]).toEqual([[70], ['Version']]);
  });
});

describe('a call that nobody answers', () => {
  const hanging: readonly CallFault[] = [{ rpc: 'Version', effect: { kind: 'hang' } }];

  it('ends with its deadline', async () => {
    const { client, slept } = between(hanging);
    expect(await ask(client, { deadlineMs: 40 })).toMatchObject({ reason: 'client-deadline' });
    expect(slept).toEqual([40]);
  });

  it('ends when its caller gives up', async () => {
    const { client } = between(hanging);
    const over = new AbortController();
    const call = ask(client, { signal: over.signal });
    over.abort();
    expect(await call).toMatchObject({ reason: 'cancelled' });
  });

  it('ends when all is well again', async () => {
    const { client, reached } = between(hanging);
    const call = ask(client);
    client.clear();
    expect(await call).toMatchObject({ kind: 'unanswered' });
    expect(reached).toEqual([]);
  });
});

it('is gone when it is cleared, and streams and the end pass through it', async () => {
  const { client, reached } = between([{ rpc: '*', times: untilCleared, effect: refusal }]);
  expect(client.stream('GetContainerEvents', {})).toBe('GetContainerEvents');
  client.clear();
  expect(await ask(client)).toBe(answer);
  client.close();
  expect(reached).toEqual(['Version', 'closed']);
});

it('does not write down secrets', async () => {
  const { client, told } = between([{ rpc: 'PullImage', effect: refusal }]);
  await client.call('PullImage', { image: { image: 'x' }, auth: { username: 'box', password: 'let-me-in' } });
  expect(JSON.stringify(told)).not.toContain('let-me-in');
});
