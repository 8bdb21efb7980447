// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { RecordedCall } from '#evidence/call.js';
import type { DaemonState, Intent, OutageKind } from '#evidence/intent.js';
import { isCutOff, outagesIn } from '#evidence/history/outage.js';

const daemon = (state: DaemonState, atMs: number, how: OutageKind = 'crash'): Intent => ({
  type: 'daemon',
  scenario: 's',
  atMs,
  state,
  how,
});

const outage = {
  how: 'crash',
  stoppingMs: 10,
  stoppedMs: 12,
  startingMs: 30,
  startedMs: 40,
  upgraded: false,
  back: false,
} as const;

describe('outages in a recording', () => {
  it.each<[string, readonly Intent[], readonly unknown[]]>([
    ['none', [{ type: 'step-end', scenario: 's', atMs: 1, nth: 1 }], []],
    [
      'a whole one',
      [daemon('stopping', 10), daemon('stopped', 12), daemon('starting', 30), daemon('started', 40)],
      [outage],
    ],
    [
      'one without an end, after one of another kind',
      [
        daemon('stopping', 1, 'restart'),
        daemon('started', 5, 'restart'),
        daemon('stopping', 10),
        daemon('stopped', 12),
      ],
      [
        {
          how: 'restart',
          stoppingMs: 1,
          stoppedMs: undefined,
          startingMs: undefined,
          startedMs: 5,
          upgraded: false,
          back: false,
        },
        { ...outage, startingMs: undefined, startedMs: undefined },
      ],
    ],
  ])('%s', (_, intents, outages) => {
    expect(outagesIn(intents)).toEqual(outages);
  });
});

describe('a call that an outage cut off', () => {
  const lost = { kind: 'unanswered', reason: 'connection-lost', message: '' } as const;
  const unavailable = { kind: 'refused', code: 'UNAVAILABLE', message: '' } as const;
  const missing = { kind: 'refused', code: 'NOT_FOUND', message: '' } as const;
  const late = { kind: 'unanswered', reason: 'client-deadline', message: '' } as const;
  it.each<[string, Pick<RecordedCall, 'outcome' | 'beganMs' | 'endedMs'>, boolean]>([
    ['under way when it goes', { outcome: lost, beganMs: 5, endedMs: 11 }, true],
    ['while nobody is there', { outcome: lost, beganMs: 15, endedMs: 15 }, true],
    ['refused while it starts', { outcome: unavailable, beganMs: 35, endedMs: 36 }, true],
    ['told that there is no such thing', { outcome: missing, beganMs: 35, endedMs: 36 }, false],
    ['answered', { outcome: { kind: 'ok', response: {}, raw: '' }, beganMs: 35, endedMs: 36 }, false],
    ['lost before', { outcome: lost, beganMs: 1, endedMs: 9 }, false],
    ['lost after', { outcome: lost, beganMs: 41, endedMs: 42 }, false],
    ['refused after', { outcome: unavailable, beganMs: 41, endedMs: 42 }, false],
    ['without an answer in time', { outcome: late, beganMs: 5, endedMs: 45 }, false],
  ])('%s', (_, call, cutOff) => {
    expect(isCutOff(call as RecordedCall, [outage])).toBe(cutOff);
    expect(isCutOff(call as RecordedCall, [])).toBe(false);
  });

  it('by one that did not end', () => {
    const call = { outcome: lost, beganMs: 500, endedMs: 501 } as unknown as RecordedCall;
    expect(isCutOff(call, [{ ...outage, startedMs: undefined }])).toBe(true);
  });
});
