// SPDX-License-Identifier: Apache-2.0

/** `{dir}` is an empty directory and the current one, `{port}` one where nobody listens; A is `1 2`, and stdin `typed`. */
export interface EndingRow {
  readonly statements: readonly string[];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** The statements alone tell all that. */
  readonly isPredicted?: true;
  /** They tell nothing of how its output ends. */
  readonly isOpen?: true;
  /** It may be meant for another program. */
  readonly isMisunderstood?: true;
}

const notKnown = (statement: string): EndingRow => ({
  statements: [statement, 'print never'],
  stderr: `box: do not know: ${statement}\n`,
  code: 64,
  isMisunderstood: true,
});

/** What ends by itself. */
export const endings: readonly EndingRow[] = [
  { statements: ['print a  b '], stdout: 'a  b \n', isPredicted: true },
  { statements: ['print', 'write c', 'write d', 'print '], stdout: '\ncd\n', isPredicted: true },
  { statements: ['eprint a', 'ewrite b'], stderr: 'a\nb', isPredicted: true },
  { statements: ['lines 2 a b', 'lines 2', 'lines 0 x'], stdout: 'a b 1\na b 2\n1\n2\n', isPredicted: true },
  { statements: ['elines 1 e', 'elines 1'], stderr: 'e 1\n1\n', isPredicted: true },
  { statements: ['bytes 5', 'bytes 1k'], stdout: 'x'.repeat(1029), isPredicted: true },
  { statements: ['exit 7', 'print never'], code: 7, isPredicted: true },
  { statements: ['exit 258 and more'], code: 2, isPredicted: true },
  { statements: ['sleep 20ms', 'sleep 0s', 'print on'], stdout: 'on\n', isPredicted: true },
  { statements: ['raise TERM', 'print never'], code: 143, isPredicted: true },
  { statements: ['on TERM exit 1', 'raise 15'], code: 143, isPredicted: true },
  { statements: ['raise SIGKILL'], code: 137, isPredicted: true },
  { statements: ['raise WINCH'], code: 156 },
  {
    statements: ['on TERM exit 3 after 1m', 'on USR1 ignore', 'print done'],
    stdout: 'done\n',
    isPredicted: true,
  },
  { statements: ['echo', 'print on'], stdout: 'typed\non\n' },
  { statements: ['put f one two', 'append f three', 'cat f'], stdout: 'one two\nthree\n', isOpen: true },
  { statements: ['put f one', 'put {dir}/f', 'cat {dir}/f'], stdout: '\n', isOpen: true },
  { statements: ['cat {dir}/no', 'print never'], stderr: 'box: {dir}/no: errno 2\n', code: 66 },
  { statements: ['put {dir}/no/f x'], stderr: 'box: {dir}/no/f: errno 2\n', code: 66 },
  { statements: ['mkdir d', 'mkdir d', 'if-file d print is there'], stdout: 'is there\n' },
  { statements: ['put f x', 'remove f', 'remove f', 'stat f'], stdout: 'f missing\n' },
  { statements: ['mkdir d', 'remove d', 'stat d'], stdout: 'd missing\n' },
  { statements: ['device {dir}/no', 'print on'], stdout: '{dir}/no missing\non\n' },
  { statements: ['put f x', 'await f', 'print on'], stdout: 'on\n' },
  { statements: ['if-file {dir}/no dance', 'if-file {dir} exit 4'], code: 4, isMisunderstood: true },
  { statements: ['if-file {dir}/no print no', 'if-file {dir} exit 4', 'print never'], code: 4 },
  {
    statements: ['if-file {dir} dance'],
    stderr: 'box: do not know: dance\n',
    code: 64,
    isMisunderstood: true,
  },
  { statements: ['times n 1 print a', 'times n 1 print b', 'cat n'], stdout: 'a\n1\n', isOpen: true },
  { statements: ['times n 2 if-file {dir} exit 5'], code: 5 },
  { statements: ['show env A', 'show env NONE', 'show cwd'], stdout: 'A=1 2\nNONE unset\n{dir}\n' },
  { statements: ['memory 1m', 'cpu 20ms', 'fork 2 1ms', 'print on'], stdout: 'on\n' },
  { statements: ['background 10ms late', 'sleep 1s', 'print end'], stdout: 'late\nend\n' },
  {
    statements: ['listen tcp {port}', 'connect tcp 127.0.0.1 {port} a b', 'connect tcp 127.0.0.1 {port} c'],
    stdout: 'a b\nc\n',
  },
  { statements: ['listen udp {port}', 'connect udp 127.0.0.1 {port} hello'], stdout: 'hello\n' },
  { statements: ['connect tcp 127.0.0.1 {port} x', 'print on'], stdout: 'connect failed 111\non\n' },
  ...[
    ...['', ' print', 'dance', 'constructor', 'exit', 'exit x', 'exit -1', 'wait here', 'echo here'],
    ...[
      'sleep 3',
      'sleep 3h',
      'sleep 1.5s',
      'tick 1 beat',
      'cpu',
      'fork 1',
      'background x',
      'lines x',
      'bytes 4K',
    ],
    ...[
      'raise',
      'raise 0',
      'raise term',
      'raise CLD',
      'raise RTMIN+60',
      'memory 1t',
      'put',
      'cat',
      'stat ',
      'device ',
    ],
    ...[
      'on TERM',
      'on NO ignore',
      'on TERM dance',
      'on TERM exit',
      'on TERM exit 1 later 2s',
      'on TERM exit 1 after',
    ],
    ...['if-file f', 'times f x exit 1', 'times f 1', 'show', 'show env ', 'show cwd now', 'show nothing'],
    ...[
      'listen tcp',
      'listen sctp 1',
      'listen tcp 65536',
      'connect tcp localhost 80 x',
      'connect tcp 1.2.3 80 x',
    ],
    ...[
      'connect tcp 256.1.1.1 80 x',
      'connect tcp ::: 80 x',
      'connect tcp 1::2::3 80 x',
      'connect tcp ::1 x',
    ],
  ].map(notKnown),
];

export interface SignalRow {
  readonly statements: readonly string[];
  /** One after another, each as soon as the text is on stdout. */
  readonly send: readonly (readonly [signal: number, after: string])[];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code: number;
  /** How the predictor says that the first of them is taken. */
  readonly reaction?: 'ignores' | 'exits';
}

const [HUP, INT, KILL, USR1, TERM, WINCH] = [1, 2, 9, 10, 15, 28] as const;

const waiting = ['on USR1 print alive', 'print ready', 'wait'];

/** Whatever the signal did, it was taken when the next one has been answered. */
const survives = (signal: number): SignalRow['send'] => [
  [signal, 'ready'],
  [USR1, 'ready'],
  [KILL, 'alive'],
];

/** What signals do. */
export const signals: readonly SignalRow[] = [
  { statements: waiting, send: [[TERM, 'ready']], code: 143, reaction: 'exits' },
  { statements: waiting, send: [[HUP, 'ready']], code: 129, reaction: 'exits' },
  { statements: waiting, send: survives(WINCH), stdout: 'ready\nalive\n', code: 137 },
  { statements: ['on TERM exit 9', ...waiting], send: [[TERM, 'ready']], code: 9, reaction: 'exits' },
  { statements: ['on 15 exit 9', ...waiting], send: [[TERM, 'ready']], code: 9, reaction: 'exits' },
  {
    statements: ['on SIGTERM exit 9 after 50ms', ...waiting],
    send: [[TERM, 'ready']],
    code: 9,
    reaction: 'exits',
  },
  { statements: ['on TERM ignore', ...waiting], send: survives(TERM), code: 137, reaction: 'ignores' },
  {
    statements: ['on TERM ignore', 'on TERM exit 2', ...waiting],
    send: [[TERM, 'ready']],
    code: 2,
    reaction: 'exits',
  },
  {
    statements: ['on TERM exit 4 after 1s', 'on INT exit 5 after 1ms', ...waiting],
    send: [
      [TERM, 'ready'],
      [USR1, 'ready'],
      [INT, 'alive'],
    ],
    stdout: 'ready\nalive\n',
    code: 4,
    reaction: 'exits',
  },
  {
    statements: ['on TERM print got it', ...waiting],
    send: [
      [TERM, 'ready'],
      [KILL, 'got it'],
    ],
    stdout: 'ready\ngot it\n',
    code: 137,
    reaction: 'ignores',
  },
  {
    statements: ['on TERM append m a mark', 'print ready', 'await m', 'cat m'],
    send: [[TERM, 'ready']],
    stdout: 'ready\na mark\n',
    code: 0,
  },
  {
    statements: ['on TERM append ', ...waiting],
    send: [[TERM, 'ready']],
    stderr: 'box: do not know: append \n',
    code: 64,
  },
  {
    statements: ['on TERM append {dir}/no/m x', ...waiting],
    send: [[TERM, 'ready']],
    stderr: 'box: {dir}/no/m: errno 2\n',
    code: 66,
  },
];
