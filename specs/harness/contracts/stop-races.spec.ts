// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerStopIdempotent } from '#contracts/container/stop/idempotent.js';
import { containerStopSucceeds } from '#contracts/container/stop/succeeds.js';
import { evidenceOf, type Story } from '../../support/evidence-literal.js';

type Row = readonly [what: string, story: (s: Story) => unknown];

const refused = { refused: 'UNKNOWN' } as const;
const slowly = (...statements: string[]) => ({ command: ['/box', ...statements, 'print ready', 'wait'] });

/** A container that took so long to start, as it does on a slow node. */
const startedIn = (s: Story, ms: number): Story => s.sandbox().create().lasting(ms).start().isUp();

/** Its kill is refused 50 ms after the 2 s that the program had. */
const killRefused = (s: Story): Story => s.stop(refused, '2', 2050);

const raced: readonly Row[] = [
  [
    'the program ended 400 ms before its kill',
    (s) => killRefused(s.running().isUp()).exited(143, { finished_at: s.ns(-450) }),
  ],
  [
    'the program ended while it was being killed',
    (s) => killRefused(s.running().isUp()).exited(143, { finished_at: s.ns(-10) }),
  ],
  [
    'a program that needs almost its whole time ended well',
    (s) =>
      killRefused(s.running(slowly('on TERM exit 0 after 1900ms')).isUp()).exited(0, {
        exit_code: undefined as never,
        finished_at: s.ns(-140),
      }),
  ],
  [
    'a program that would have gone on for ever ended',
    (s) =>
      killRefused(s.running({ command: ['/box', 'tick 40ms beat'] }).isUp()).exited(143, {
        finished_at: s.ns(-450),
      }),
  ],
  [
    'nobody noticed the end for 2 s, on a node where a start takes as long',
    (s) => killRefused(startedIn(s, 2000)).exited(143, { finished_at: s.ns(-2000) }),
  ],
  [
    'nobody noticed the end for 2 s, on a node where a kill takes 4 s',
    (s) =>
      s
        .running()
        .isUp()
        .stop(refused, '2', 6500)
        .exited(143, { finished_at: s.ns(-6000) }),
  ],
];

const notRaced: readonly Row[] = [
  ['it was refused at once', (s) => s.running().isUp().stop(refused, '2', 100).exited(143)],
  [
    'it was refused before the time was over',
    (s) =>
      s
        .running()
        .isUp()
        .stop(refused, '2', 1900)
        .exited(143, { finished_at: s.ns(-10) }),
  ],
  ['nobody read how the program ended', (s) => killRefused(s.running().isUp())],
  ['the container runs on', (s) => killRefused(s.running().isUp()).status()],
  [
    'the container ended only when its sandbox was stopped',
    (s) => killRefused(s.running().isUp()).stopSandbox().exited(143),
  ],
  [
    'its sandbox was stopped beside it',
    (s) => {
      killRefused(s.running().isUp());
      const { beganMs } = s.calls.at(-1) ?? { beganMs: 0 };
      s.stopSandbox();
      Object.assign(s.calls.at(-1) ?? {}, { beganMs: beganMs + 100 });
      return s.exited(143, { finished_at: s.ns(-100) });
    },
  ],
  ['the program was killed', (s) => killRefused(s.running().isUp()).exited(137, { finished_at: s.ns(-10) })],
  [
    'the runtime does not know how the program ended',
    (s) => killRefused(s.running().isUp()).exited(255, { finished_at: s.ns(-10) }),
  ],
  [
    'the program had ended before it was to be stopped',
    (s) => killRefused(startedIn(s, 2000)).exited(143, { finished_at: s.ns(-2100) }),
  ],
  [
    'the program had ended well before, and the runtime had a second to notice it',
    (s) =>
      killRefused(s.running(slowly('on TERM exit 9 after 600ms')).isUp()).exited(9, {
        finished_at: s.ns(-1450),
      }),
  ],
  [
    'the program ignores its stop signal',
    (s) => killRefused(s.running(slowly('on TERM ignore')).isUp()).exited(143, { finished_at: s.ns(-10) }),
  ],
  [
    'the program needs far more time than it had',
    (s) =>
      killRefused(s.running(slowly('on TERM exit 9 after 5s')).isUp()).exited(9, { finished_at: s.ns(-10) }),
  ],
  [
    'the program had half a minute to end',
    (s) =>
      s
        .running()
        .isUp()
        .stop(refused, '30', 31_000)
        .exited(143, { finished_at: s.ns(-500) }),
  ],
  [
    'the refusal came two minutes after the kill',
    (s) =>
      s
        .running()
        .isUp()
        .stop({ refused: 'DEADLINE_EXCEEDED' }, '2', 122_000)
        .exited(143, { finished_at: s.ns(-120_100) }),
  ],
  [
    'the program is none of ours',
    (s) => killRefused(s.running({ command: ['/server'] }).isUp()).exited(143, { finished_at: s.ns(-10) }),
  ],
];

describe('StopContainer is refused when the time of the program is over', () => {
  it.each(raced)('nothing is said of the runtime when %s', (_, story) => {
    expect(containerStopSucceeds.check(evidenceOf(story))).toEqual({
      kind: 'unexercised',
      reason: 'the program exited by itself just before the kill',
    });
  });

  it.each(notRaced)('the runtime is to blame when %s', (_, story) => {
    expect(containerStopSucceeds.check(evidenceOf(story)).kind).toBe('violated');
  });

  it.each(raced)('the next stop has to succeed when %s', (_, story) => {
    const evidence = evidenceOf((s) => {
      story(s);
      s.stop(refused, '2');
    });
    expect(containerStopIdempotent.check(evidence).kind).toBe('violated');
  });

  it('no answer at all is no race', () => {
    const evidence = evidenceOf((s) => {
      s.running().isUp().stop({ unanswered: true }, '2', 2050);
      s.exited(143, { finished_at: s.ns(-10) });
    });
    expect(containerStopSucceeds.check(evidence).kind).toBe('undecided');
  });
});
