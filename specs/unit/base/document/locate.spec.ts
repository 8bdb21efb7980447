// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { LineCounter, parseDocument } from 'yaml';
import { formatPath } from '#base/document/format-path.js';
import { codeFrame, locate } from '#base/document/locate.js';

const text = 'targets:\n  - name: one  \n    managed: reference\n';

function placeOf(path: readonly PropertyKey[]): { key: string; value: string } {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  const { key, value } = locate(contents, path);
  return { key: codeFrame(text, lines, key).at, value: codeFrame(text, lines, value).at };
}

describe('yamlPlace', () => {
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

describe('shownPlace', () => {
  it('marks the place in its line', () => {
    const lines = new LineCounter();
    parseDocument(text, { lineCounter: lines });
    expect(codeFrame(text, lines, text.indexOf('one')).excerpt).toBe('  - name: one\n          ^');
  });
});

describe('writtenPath', () => {
  it('writes steps as people do', () => {
    expect(formatPath(['targets', 0, 'name'])).toBe('targets[0].name');
    expect(formatPath([])).toBe('');
  });
});
