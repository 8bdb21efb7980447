// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { statementsIn } from '#guest/box.js';
import { finalStatement, predict, printedLines, reactionTo, type Prediction } from '#guest/predict.js';

const wholly = (program: Prediction | undefined) => (text: string) => program?.stdout.isWhole(text) === true;

const [INT, CHLD, USR1, TERM] = [2, 17, 10, 15];

describe('predict', () => {
  it('knows output, duration and exit code', () => {
    const program = ['print a b', 'lines 2 n', 'eprint e', 'sleep 2s', 'cpu 1s', 'exit 4', 'print never'];
    const { stdout, stderr, ...more } = predict(['/box', ...program]) ?? {};
    expect([stdout?.exact, stderr?.exact]).toEqual(['a b\nn 1\nn 2\n', 'e\n']);
    expect(more).toEqual({
      lastsMs: 3000,
      mostMs: 3000,
      exitCode: 4,
      exitCodes: new Set([4]),
      endsByItself: true,
      reactions: new Map(),
    });
    expect(predict(['/box', 'raise USR1'])?.exitCode).toBe(138);
    expect(predict(['/box', 'wait'])).toMatchObject({
      lastsMs: Infinity,
      mostMs: Infinity,
      exitCode: undefined,
    });
  });

  it('tells how long a program lasts at least and at most', () => {
    expect(predict(['/box', 'memory 24m', 'wait'])).toMatchObject({ lastsMs: 0, mostMs: Infinity });
    expect(predict(['/box', 'put /file x', 'sleep 60s'])).toMatchObject({ lastsMs: 0, mostMs: 60_000 });
    expect(predict(['/box', 'if-file /file sleep 60s', 'exit 3'])).toMatchObject({
      lastsMs: 0,
      mostMs: 60_000,
    });
  });

  it('knows how signals are taken', () => {
    expect(predict(['/box', 'on SIGTERM ignore', 'on USR1 exit 3 after 1s', 'wait'])?.reactions).toEqual(
      new Map([
        [TERM, { kind: 'ignores' }],
        [USR1, { kind: 'exits', code: 3, afterMs: 1000 }],
      ]),
    );
  });

  it('leaves open what a file, the node or others decide, and nothing else', () => {
    const program = predict(['/box', 'print a', 'cat /etc/hosts', 'print b', 'if-file /f exit 3', 'exit 2']);
    expect(program?.exitCodes).toEqual(new Set([66, 3, 2]));
    expect(program?.exitCode).toBeUndefined();
    expect(['a\nhosts\nb\n', 'a\nb\n', 'a\n'].every(wholly(program))).toBe(true);
    expect(['b\n', 'a\nhosts\n', 'a\nhosts\nb\nc\n', 'c\n'].some(wholly(program))).toBe(false);
  });

  it('knows that a program cannot fail where it has been already', () => {
    const argv = ['/box', 'put /f x', 'print ready', 'wait'];
    expect(predict(argv)).toMatchObject({ lastsMs: 0, endsByItself: false });
    expect(predict(argv, { seen: 'ready' })).toMatchObject({ lastsMs: Infinity, exitCodes: new Set() });
    expect(predict(argv, { seen: 'other' })?.lastsMs).toBe(0);
  });

  it('knows that input ends at once where there is none', () => {
    expect(predict(['/box', 'echo', 'exit 3'])).toMatchObject({ endsByItself: true, exitCode: 3 });
    expect(predict(['/box', 'echo', 'exit 3'], { hasInput: true })).toMatchObject({ endsByItself: false });
  });

  it('knows lines without end', () => {
    const { stdout } = predict(['/box', 'print a', 'tick 1s beat', 'print never']) ?? {};
    expect(['', 'a\nbe', 'a\nbeat 1\nbeat 2\n'].map((text) => stdout?.isBeginning(text))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['a\nbeat 2\n', 'a\nbeat 1\nbeat 3\n'].map((text) => stdout?.isBeginning(text))).toEqual([
      false,
      false,
    ]);
  });

  it('knows lines that may come in between', () => {
    const program = predict(['/box', 'on USR1 print hey', 'print a', 'background 1s late', 'print b']);
    expect(['a\nb\n', 'hey\na\nlate\nb\nhey\n'].every(wholly(program))).toBe(true);
    expect(['a\nother\nb\n', 'late\nb\n'].some(wholly(program))).toBe(false);
  });

  it('knows the arguments it shows', () => {
    expect(predict(['/box', 'show args'])?.stdout.exact).toBe('/box\nshow args\n');
  });

  it.each(['dance', 'exit x', 'lines many x', 'lines 1000000000 x', 'bytes 500000000'])(
    'says nothing of what it cannot tell: %s',
    (statement) => {
      expect(predict(['/box', statement])).toBeUndefined();
    },
  );

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

  it('is unknown where it needs a file, halts the program, or meets another one', () => {
    expect(reactionTo(TERM, ['/box', 'on TERM append /f bye', 'tick 1s beat'])).toBeUndefined();
    expect(reactionTo(TERM, ['/box', 'on TERM print bye', 'tick 1s beat'])).toEqual({ kind: 'ignores' });
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
