// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { box } from '#guest/box.js';
import { splitOutput } from '#guest/split-output.js';

const outputs = (argv: readonly string[], text: string, isComplete = false): readonly string[] =>
  splitOutput(argv, text, { isComplete }).map(({ output }) => output);

describe('splitOutput', () => {
  it('tells apart what statements wrote', () => {
    const argv = box('print a', 'put /f x', 'show cwd', 'cat /etc/hosts', 'print b', 'show pid', 'wait');
    const text = 'a\n/\nsome hosts\nb\npid=1 ppid=0\n';
    expect(outputs(argv, text)).toEqual(['a\n', '/\n', 'some hosts\n', 'b\n', 'pid=1 ppid=0\n']);
  });

  it('finds a known text on a line of its own first', () => {
    const argv = box('show args', 'print == x', 'wait');
    expect(outputs(argv, '/box\nshow args\nprint == x\nwait\n== x\n')).toEqual([
      '/box\nshow args\nprint == x\nwait\n',
      '== x\n',
    ]);
  });

  it('knows the end of a text of unknown length only where something known follows, or all is there', () => {
    const argv = box('show cwd', 'cat /f');
    expect(outputs(argv, '/\nhalf')).toEqual(['/\n']);
    expect(outputs(argv, '/\nwhole\n', true)).toEqual(['/\n', 'whole\n']);
    expect(outputs(box('cat /f', 'cat /g', 'print a'), 'x\ny\na\n', true)).toEqual([]);
  });

  it('takes a statement that may not have run for itself', () => {
    const argv = box('if-file /f cat /f', 'print a');
    expect(splitOutput(argv, 'x\na\n', { isComplete: true })[0]).toMatchObject({
      statement: { do: 'cat', path: '/f' },
      output: 'x\n',
    });
    expect(outputs(argv, 'a\n', true)).toEqual(['', 'a\n']);
  });

  it('stops where the text is another', () => {
    expect(outputs(box('print a', 'show pid', 'print b'), 'a\nno pid\nb\n')).toEqual(['a\n']);
    expect(outputs(box('print a', 'tick 1s b'), 'a\nb 1\n')).toEqual(['a\n']);
    expect(outputs(['/bin/sh'], 'a\n')).toEqual([]);
  });
});
