// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { LineCounter, parseDocument } from 'yaml';
import { codeFrame, formatPath, locate, placedMessage } from '#base/document/locate.js';

const text = 'targets:\n  - name: one  \n    managed: reference\n';

function placeOf(path: readonly PropertyKey[]): { key: string; value: string } {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  const { key, value } = locate(contents, path);
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  return { key: at(key), value: at(value) };
}

describe('locate', () => {
  it('knows where a key is and where its value', () => {
    expect(placeOf(['targets', 0, 'managed'])).toEqual({ key: '3:5', value: '3:14' });
  });

  it('takes an item of a list as it is', () => {
    expect(placeOf(['targets', 0])).toEqual({ key: '2:5', value: '2:5' });
  });

  it('stays with the deepest thing there is', () => {
    expect(placeOf(['targets', 0, 'runtimeHandler', 'x'])).toEqual({ key: '2:5', value: '2:5' });
    expect(placeOf(['timeouts', 'rpc'])).toEqual({ key: '1:1', value: '1:1' });
  });
});

describe('codeFrame', () => {
  it('marks the place in its line', () => {
    const lines = new LineCounter();
    parseDocument(text, { lineCounter: lines });
    expect(codeFrame(text, lines, text.indexOf('one'))).toBe('  - name: one\n          ^');
  });
});

describe('placedMessage', () => {
  it('says where in the file and in the document something is wrong', () => {
    const lines = new LineCounter();
    parseDocument(text, { lineCounter: lines });
    const place = { file: 'a.yaml', lines, offset: text.indexOf('one') };
    expect(placedMessage(place, ['targets', 0, 'name'], 'is taken')).toBe(
      'a.yaml:2:11: targets[0].name: is taken',
    );
    expect(placedMessage(place, [], 'is not YAML')).toBe('a.yaml:2:11: is not YAML');
  });
});

describe('formatPath', () => {
  it('writes steps as people do', () => {
    expect(formatPath(['targets', 0, 'name'])).toBe('targets[0].name');
    expect(formatPath([])).toBe('');
  });
});
