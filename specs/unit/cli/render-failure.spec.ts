// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { Failure } from '#base/failure.js';
import { failureJson, renderFailure, suiteFailure } from '#cli/render-failure.js';

const plain = { bold: (text: string) => text, red: (text: string) => text };

describe('renderFailure', () => {
  it('shows what is wrong, what was seen, why, and what to do', () => {
    const failure = new Failure('E-HANG', 'It is broken', {
      seen: 'one\ntwo',
      likely: 'age',
      fix: 'mend it',
    });
    expect(renderFailure(failure, plain)).toBe(
      '✘ It is broken [E-HANG]\n    seen    one\n            two\n    likely  age\n    fix     mend it\n',
    );
  });

  it('shows text of others as harmless lines', () => {
    const bad = '\u001b[2J\n::error::x\u202e';
    const text = renderFailure(new Failure('E-HANG', bad, { seen: bad, likely: bad, fix: bad }), plain);
    expect(text.split('\n')[0]).toBe(String.raw`✘ \x1b[2J\n::error::x\u202e [E-HANG]`);
    expect(text.split('\n')[2]).toBe(String.raw`            :\:error::x\u202e`);
  });

  it('leaves out what is not known', () => {
    expect(renderFailure(new Failure('E-HANG', 'It is broken', { fix: 'mend it' }), plain)).toBe(
      '✘ It is broken [E-HANG]\n    fix     mend it\n',
    );
  });
});

describe('failureJson', () => {
  it('has the same facts', () => {
    const failure = new Failure('E-HANG', 'It is broken', { seen: 's', fix: 'mend it', exit: 2 });
    expect(JSON.parse(JSON.stringify(failureJson(failure)))).toEqual({
      error: { code: 'E-HANG', message: 'It is broken', seen: 's', fix: 'mend it', exit: 2 },
    });
  });
});

describe('suiteFailure', () => {
  it('blames us, with stack, versions and command line', () => {
    const failure = suiteFailure(new TypeError('oops'), { version: '1.2.3', argv: ['run', '--json'] });
    expect(failure).toMatchObject({ code: 'E-SUITE', exit: 4 });
    expect(failure.seen).toMatch(/^TypeError: oops\n +at /);
    expect(failure.likely).toMatch(/criprobe 1\.2\.3, node \d+.*criprobe run --json/);
  });

  it('names commands and does not show them', () => {
    const argv = ['run', '--stop-command', 'sshpass -p hunter2', '--crash-command=kill hunter2', '-r', 'x'];
    const { likely } = suiteFailure(new Error('oops'), { version: '1', argv });
    expect(likely).toMatch(/criprobe run --stop-command … --crash-command=… -r x$/);
  });

  it('takes whatever was thrown', () => {
    expect(suiteFailure('a text', { version: '1', argv: [] }).seen).toBe('a text');
  });
});
