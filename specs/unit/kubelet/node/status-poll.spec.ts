// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { StatusResponse } from '#cri/proto/generated/messages.js';
import { noRuntimeInfo, runtimeInfoOf, type RuntimeInfo } from '#kubelet/model/runtime-info.js';
import { StatusPoll } from '#kubelet/node/status-poll.js';
import { paces } from '#kubelet/model/pace.js';
import { ManualClock } from '../probes/manual-clock.js';
import { scriptedCalls, type Script } from '../scripted-calls.js';

function statusOf(runtime: boolean | undefined, network: boolean | undefined): StatusResponse {
  const conditions = Object.entries({ RuntimeReady: runtime, NetworkReady: network }).flatMap(
    ([type, status]) => (status === undefined ? [] : [{ type, ...(status && { status }) }]),
  );
  return { status: { conditions } };
}

describe('what a Status says', () => {
  const handlers = [{ name: 'kata', features: { user_namespaces: true } }, {}];
  const before: RuntimeInfo = {
    ...noRuntimeInfo,
    handlers: new Map([['old', { userNamespaces: true, recursiveReadOnlyMounts: true }]]),
  };

  it.each<[string, StatusResponse, Partial<RuntimeInfo> | undefined]>([
    ['nothing', {}, undefined],
    ['one condition', statusOf(true, undefined), undefined],
    ['both', statusOf(true, true), { runtimeReady: true, networkReady: true }],
    ['no network', statusOf(true, false), { runtimeReady: true, networkReady: false }],
    [
      'no runtime',
      statusOf(false, true),
      { runtimeReady: false, networkReady: true, handlers: before.handlers },
    ],
    [
      'two conditions nobody knows',
      {
        status: {
          conditions: [
            { type: 'A', status: true },
            { type: 'B', status: true },
          ],
        },
      },
      { runtimeReady: false, networkReady: false },
    ],
    [
      'handlers',
      { ...statusOf(true, true), runtime_handlers: handlers, features: { mount_options: true } },
      {
        handlers: new Map([
          ['kata', { userNamespaces: true, recursiveReadOnlyMounts: false }],
          ['', { userNamespaces: false, recursiveReadOnlyMounts: false }],
        ]),
        features: { ...noRuntimeInfo.features, mountOptions: true },
      },
    ],
  ])('%s', (_, response, expected) => {
    const info = runtimeInfoOf(response, before);
    if (expected) expect(info).toMatchObject(expected);
    else expect(info).toBeUndefined();
  });
});

describe('the status poll', () => {
  const polled = (
    script: Script,
    pace: keyof typeof paces = 'kubelet',
  ): { poll: StatusPoll; clock: ManualClock; made: string[]; end: () => Promise<void> } => {
    const clock = new ManualClock();
    const ending = new AbortController();
    const { call, made } = scriptedCalls(script, ending.signal);
    const poll = new StatusPoll({ call, clock, signal: ending.signal, pace: paces[pace] });
    const end = async (): Promise<void> => {
      ending.abort();
      await poll.ended();
    };
    return { poll, clock, made, end };
  };

  it('asks every 5 s once the runtime is ready', async () => {
    const { poll, clock, made, end } = polled({ Status: () => statusOf(true, true) });
    expect(poll.down()).toBe(true);
    poll.start();
    await poll.firstAnswer();
    await poll.up();
    expect([poll.down(), poll.info().networkReady]).toEqual([false, true]);
    await clock.until(10_500);
    expect(made).toHaveLength(3);
    await end();
  });

  it.each([
    ['kubelet' as const, 120_000, 1200],
    ['kubelet' as const, 130_000, 1202],
    ['compressed' as const, 130_000, 1300],
  ])('%s: until it is ready it is asked ten times a second (%d ms)', async (pace, untilMs, times) => {
    const { poll, clock, made, end } = polled({ Status: () => statusOf(true, false) }, pace);
    poll.start();
    await clock.until(untilMs - 1);
    expect(Math.abs(made.length - times)).toBeLessThanOrEqual(1);
    await end();
  });

  it('goes back to every 5 s or 100 ms when it gets worse', async () => {
    for (const [pace, times] of [['kubelet', 2] as const, ['compressed', 100] as const]) {
      let network = true;
      const { poll, clock, made, end } = polled({ Status: () => statusOf(true, network) }, pace);
      poll.start();
      await clock.until(10);
      network = false;
      await clock.until(5001);
      const before = made.length;
      await clock.until(15_001);
      expect(made.length - before).toBe(times);
      await end();
    }
  });

  it.each<[string, Script['Status']]>([
    ['refuses', () => ({ refused: 'UNAVAILABLE' })],
    ['answers nothing', () => 'hangs'],
    ['names one condition only', () => statusOf(true, undefined)],
  ])('is down 30 s after the last good answer when the runtime %s', async (_, worse) => {
    let answer: NonNullable<Script['Status']> = () => statusOf(true, true);
    const { poll, clock, end } = polled({ Status: (request) => answer(request) });
    poll.start();
    await clock.until(10);
    answer = worse ?? answer;
    await clock.until(30_000);
    expect(poll.down()).toBe(false);
    await clock.until(30_001);
    expect(poll.down()).toBe(true);
    expect(poll.info().runtimeReady).toBe(true);
    await end();
  });

  it('is down at once when the runtime says so, and up again with it', async () => {
    let ready = true;
    const { poll, clock, end } = polled({ Status: () => statusOf(ready, true) });
    poll.start();
    await clock.until(10);
    ready = false;
    await clock.until(5001);
    expect(poll.down()).toBe(true);
    let up = false;
    void poll.up().then(() => {
      up = true;
    });
    await clock.until(9000);
    expect(up).toBe(false);
    ready = true;
    await clock.until(10_001);
    expect(up).toBe(true);
    await end();
  });

  it('ends while a Status hangs, and lets go of everybody who waits', async () => {
    const { poll, clock, end } = polled({ Status: () => 'hangs' });
    poll.start();
    const waiting = Promise.all([poll.firstAnswer(), poll.up()]);
    await clock.until(1000);
    await end();
    await waiting;
    expect(poll.down()).toBe(true);
  });
});
