// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { timeLimit } from '#app/run/time-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a time limit', () => {
  it('aborts with the reason timeout when the time is up, not before', () => {
    const { signal } = timeLimit(new AbortController().signal, 1000);
    jest.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe('timeout');
  });

  it('aborts with the outer signal, and for its reason', () => {
    const outer = new AbortController();
    const { signal } = timeLimit(outer.signal, 1000);
    outer.abort('SIGINT');
    expect(signal.reason).toBe('SIGINT');
    jest.advanceTimersByTime(1000);
    expect(signal.reason).toBe('SIGINT');
  });

  it('does nothing any more once it is ended, and leaves no timer', () => {
    const { signal, end } = timeLimit(new AbortController().signal, 1000);
    expect(jest.getTimerCount()).toBe(1);
    end();
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(5000);
    expect(signal.aborted).toBe(false);
  });

  it('that nobody set is the outer signal', () => {
    const outer = new AbortController();
    const { signal, end } = timeLimit(outer.signal, undefined);
    expect(signal).toBe(outer.signal);
    expect(jest.getTimerCount()).toBe(0);
    expect(end).not.toThrow();
  });
});

it('of months is not handed to a timer that would take it for a millisecond', () => {
  const set = jest.spyOn(globalThis, 'setTimeout');
  timeLimit(new AbortController().signal, 100 * 24 * 3_600_000).end();
  expect(set.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1]);
  set.mockRestore();
});
