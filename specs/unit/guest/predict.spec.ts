// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { statementsIn } from '#guest/box.js';
import { finalStatement, predict, printedLines, reactionTo } from '#guest/predict.js';

const [INT, CHLD, USR1, TERM] = [2, 17, 10, 15];

describe('predict', () => {
  it('knows output, duration and exit code', () => {
    expect(
      predict(['/box', 'print a b', 'lines 2 n', 'eprint e', 'sleep 2s', 'exit 4', 'print never']),
    ).toEqual({
      stdout: 'a b\nn 1\nn 2\n',
      stderr: 'e\n',
      lastsMs: 2000,
      exitCode: 4,
      reactions: new Map(),
    });
    expect(predict(['/box', 'raise USR1'])?.exitCode).toBe(138);
    expect(predict(['/box', 'wait'])).toMatchObject({ lastsMs: Infinity, exitCode: undefined });
  });

  it('knows how signals are taken', () => {
    expect(predict(['/box', 'on SIGTERM ignore', 'on USR1 exit 3 after 1s', 'wait'])?.reactions).toEqual(
      new Map([
        [TERM, { kind: 'ignores' }],
        [USR1, { kind: 'exits', code: 3, afterMs: 1000 }],
      ]),
    );
  });

  it.each([
    'tick 1s beat',
    'on TERM print bye',
    'raise STOP',
    'cat /etc/hosts',
    'dance',
    'exit x',
    'lines many x',
    'lines 1000000000 x',
    'bytes 500000000',
  ])('says nothing of what it cannot tell: %s', (statement) => {
    expect(predict(['/box', statement])).toBeUndefined();
  });

  it('says nothing of other programs', () => {
    expect(predict(['/bin/sh', 'exit 1'])).toBeUndefined();
    expect(predict(['/box'])).toBeUndefined();
  });
});

describe('reactionTo', () => {
  it('is known of a program whose output cannot be told', () => {
    expect(reactionTo(TERM, ['/box', 'tick 1s beat'])).toEqual({ kind: 'exits', code: 143, afterMs: 0 });
    expect(reactionTo(TERM, ['/box', 'on TERM ignore', 'tick 1s beat'])).toEqual({ kind: 'ignores' });
    expect(reactionTo(INT, ['/box', 'on INT exit 1', 'on INT exit 2'])).toMatchObject({ code: 2 });
  });

  it('is unknown where it prints, halts the program, or meets another one', () => {
    expect(reactionTo(TERM, ['/box', 'on TERM print bye', 'tick 1s beat'])).toBeUndefined();
    expect(reactionTo(CHLD, ['/box', 'wait'])).toBeUndefined();
    expect(reactionTo(TERM, ['/bin/sh', 'exit 1'])).toBeUndefined();
  });
});

const read = (...statements: string[]) => statementsIn(['/box', ...statements]) ?? [];

it.each<readonly [readonly string[], string | undefined]>([
  [['print ready', 'wait'], 'wait'],
  [['tick 1s beat', 'exit 3'], 'tick'],
  [['await /go', 'exit 3'], 'exit'],
  [['await /go', 'print done'], undefined],
  [['if-file /f exit 1', 'print done'], undefined],
])('nothing after %j comes to pass behind "%s"', (statements, verb) => {
  expect(finalStatement(read(...statements))?.do).toBe(verb);
});

it('lists what is printed line by line', () => {
  expect(printedLines(read('print a b', 'eprint c', 'write d', 'print ', 'wait'))).toEqual(['a b', '']);
});
