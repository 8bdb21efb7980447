// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listenToSignals, type Signals } from '../../../src/cli/signals.js';

let told: string[];
let exits: unknown[];
let signals: Signals;
beforeEach(() => {
  told = [];
  exits = [];
  jest.spyOn(process, 'exit').mockImplementation((code) => exits.push(code) as never);
  signals = listenToSignals((text) => told.push(text));
});
afterEach(() => {
  signals.release();
  jest.restoreAllMocks();
});

describe.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (name, code) => {
  it(`asks to end, with ${code} for later`, () => {
    expect(process.emit(name, name)).toBe(true);
    expect(signals.signal.aborted).toBe(true);
    expect({ exit: signals.exit(), told: told.length, exits }).toEqual({ exit: code, told: 1, exits: [] });
  });

  it('is left alone once nobody listens any more', () => {
    signals.release();
    expect(process.listenerCount(name)).toBe(0);
  });
});

describe('the second signal', () => {
  it.each([
    [['SIGINT', 'SIGINT'], [130]],
    [['SIGINT', 'SIGTERM'], [143]],
    [['SIGHUP', 'SIGTERM', 'SIGTERM'], [143]],
  ] as const)('of %j that somebody sent ends at once: %j', (names, codes) => {
    for (const name of names) process.emit(name, name);
    expect(exits).toEqual(codes);
  });

  it.each([
    [['SIGHUP', 'SIGHUP', 'SIGHUP'], 129],
    [['SIGTERM', 'SIGHUP'], 143],
    [['SIGHUP', 'SIGTERM'], 129],
  ] as const)('of %j, from a connection that drops, changes nothing', (names, code) => {
    for (const name of names) process.emit(name, name);
    expect({ exit: signals.exit(), told: told.length, exits }).toEqual({ exit: code, told: 1, exits: [] });
  });
});
