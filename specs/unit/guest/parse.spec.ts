// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { parseStatement } from '#guest/parse.js';
import type { ParsedStatement } from '#guest/statement.js';

it.each<readonly [string, ParsedStatement]>([
  ['print a  b ', { do: 'print', text: 'a  b ' }],
  ['print', { do: 'print', text: '' }],
  ['ewrite x', { do: 'ewrite', text: 'x' }],
  ['lines 3 a line', { do: 'lines', count: 3, text: 'a line' }],
  ['elines 3', { do: 'elines', count: 3, text: '' }],
  ['bytes 4k', { do: 'bytes', count: 4096 }],
  ['tick 40ms beat', { do: 'tick', everyMs: 40, text: 'beat' }],
  ['exit 258', { do: 'exit', code: 2 }],
  ['raise SIGKILL', { do: 'raise', signal: 9 }],
  ['sleep 2m', { do: 'sleep', ms: 120_000 }],
  ['wait', { do: 'wait' }],
  ['on TERM ignore', { do: 'on', signal: 15, reaction: { kind: 'ignores' } }],
  ['on 12 exit 3', { do: 'on', signal: 12, reaction: { kind: 'exits', code: 3, afterMs: 0 } }],
  ['on INT exit 3 after 2s', { do: 'on', signal: 2, reaction: { kind: 'exits', code: 3, afterMs: 2000 } }],
  [
    'on RTMIN+3 append /f a b',
    {
      do: 'on',
      signal: 37,
      reaction: { kind: 'runs', statement: { do: 'append', path: '/f', text: 'a b' } },
    },
  ],
  ['put /f', { do: 'put', path: '/f', text: '' }],
  ['cat /with a space', { do: 'cat', path: '/with a space' }],
  ['await {scratch}/go', { do: 'await', path: '{scratch}/go' }],
  ['if-file /f exit 1', { do: 'if-file', path: '/f', then: { do: 'exit', code: 1 } }],
  ['times /f 2 exit 1', { do: 'times', path: '/f', limit: 2, then: { do: 'exit', code: 1 } }],
  ['show hostname', { do: 'show', view: 'hostname' }],
  ['show env A B', { do: 'show', view: 'env', name: 'A B' }],
  ['memory 16m', { do: 'memory', bytes: 16 * 2 ** 20 }],
  ['fork 3 10s', { do: 'fork', count: 3, ms: 10_000 }],
  ['background 1s bye', { do: 'background', ms: 1000, text: 'bye' }],
  ['listen udp 53', { do: 'listen', protocol: 'udp', port: 53 }],
  ['connect tcp ::1 80 a b', { do: 'connect', protocol: 'tcp', address: '::1', port: 80, text: 'a b' }],
  ['exit 3 and more', { do: 'exit', code: 3 }],
])('"%s" is understood', (statement, parsed) => {
  expect(parseStatement(statement)).toEqual(parsed);
});

it.each([
  '',
  ' print',
  'dance',
  'constructor',
  'exit',
  'exit x',
  'exit -1',
  'sleep 3',
  'sleep 3h',
  'sleep 1.5s',
  'bytes 4K',
  'wait here',
  'raise',
  'raise term',
  'raise 0',
  'raise RTMIN+60',
  'on TERM',
  'on TERM dance',
  'on TERM exit',
  'on TERM exit 1 later 2s',
  'on TERM exit 1 after',
  'cat',
  'put',
  'if-file /f',
  'times /f x exit 1',
  'show',
  'show env ',
  'show hostname please',
  'listen tcp',
  'listen sctp 1',
  'listen tcp 65536',
  'connect tcp localhost 80 x',
  'connect tcp 256.1.1.1 80 x',
  'connect tcp 1::2::3 80 x',
])('"%s" is not', (statement) => {
  expect(parseStatement(statement)).toEqual({ do: 'not-understood', text: statement });
});

describe('what a statement holds', () => {
  it('is understood when it is run, and not before', () => {
    expect(parseStatement('if-file /f dance')).toEqual({
      do: 'if-file',
      path: '/f',
      then: { do: 'not-understood', text: 'dance' },
    });
    expect(parseStatement('on TERM append ')).toMatchObject({
      reaction: { statement: { do: 'not-understood', text: 'append ' } },
    });
  });
});
