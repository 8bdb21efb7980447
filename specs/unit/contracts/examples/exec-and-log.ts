// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';
import { meanwhile, type Examples } from './example.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const line = (text: string, second = 1, tag = 'F'): string =>
  `2026-11-18T12:00:0${second}.5Z stdout ${tag} ${text}\n`;

const talker = (s: Story): Story => s.running({ command: ['/box', 'print one', 'print two'] });
const monologue = (s: Story): Story => s.running({ command: ['/box', 'bytes 20000', 'print ', 'exit 0'] });
const renamed = (s: Story): Story => s.running().logRenamed({ by: 'scenario' });
const reopened = (s: Story): Story =>
  renamed(s).call('ReopenContainerLog', { container_id: 'c1' }, { ok: {} });
const notReopened = (s: Story): Story =>
  renamed(s).call('ReopenContainerLog', { container_id: 'c1' }, { refused: 'UNKNOWN' });
const short = ['/box', 'print x'];
const long = { lastsMs: 3000 };
const endless = { timeout: '1', lastsMs: 1010 };

export const execAndLogExamples: Examples = {
  'exec.sync.exit-code': {
    held: (s) => s.running().exec(['/box', 'exit 3'], { ok: { exit_code: 3 } }),
    violated: (s) => s.running().exec(['/box', 'exit 3'], { refused: 'UNKNOWN' }),
  },
  'exec.sync.missing-program-fails': {
    held: (s) => s.running().exec(['/criprobe-unknown-program'], { ok: { exit_code: 127 } }),
    violated: (s) => s.running().exec(['/criprobe-unknown-program'], { ok: {} }),
  },
  'exec.sync.not-running-refused': {
    held: (s) => s.running().exited().exec(['/box', 'exit 0'], { refused: 'NOT_FOUND' }),
    violated: (s) => s.running().stop().exec(['/box', 'exit 0'], { refused: 'DEADLINE_EXCEEDED' }),
  },
  'exec.sync.output-exact': {
    held: (s) => s.running().exec(['/box', 'print hello'], { ok: { stdout: base64('hello\n') } }),
    violated: (s) => s.running().exec(['/box', 'lines 3 a line'], { ok: { stdout: base64('a line 1\n') } }),
  },
  'exec.sync.streams-separate': {
    held: (s) =>
      s
        .running()
        .exec(['/box', 'print a', 'eprint b'], { ok: { stdout: base64('a\n'), stderr: base64('b\n') } }),
    violated: (s) => s.running().exec(['/box', 'print a', 'eprint b'], { ok: { stdout: base64('a\nb\n') } }),
  },
  'exec.sync.beside-another': {
    held: (s) =>
      meanwhile(s.running().exec(['/box', 'sleep 3s'], { ok: {} }, long), 2990).exec(short, { ok: {} }),
    violated: (s) =>
      meanwhile(s.running().exec(short, { ok: {} }).exec(['/box', 'sleep 3s'], { ok: {} }, long), 2990).exec(
        short,
        { ok: {} },
        { lastsMs: 2991 },
      ),
  },
  'exec.sync.timeout-bounded': {
    held: (s) => s.running().exec(['/box', 'sleep 60s'], { refused: 'DEADLINE_EXCEEDED' }, endless),
    violated: (s) => s.running().exec(['/box', 'sleep 60s'], { ok: {} }, { timeout: '1', lastsMs: 60_000 }),
  },
  'exec.sync.timeout-recognisable': {
    held: (s) => s.running().exec(['/box', 'sleep 60s'], { ok: { exit_code: -1 } }, endless),
    violated: (s) => s.running().exec(['/box', 'sleep 60s'], { refused: 'UNKNOWN' }, endless),
  },
  'log.content.complete-at-exit': {
    held: (s) =>
      talker(s)
        .exited()
        .log(line('one') + line('two')),
    violated: (s) => talker(s).exited().log(line('one')),
  },
  'log.content.long-lines-joinable': {
    held: (s) =>
      monologue(s)
        .exited()
        .log(line('x'.repeat(16_384), 1, 'P') + line('x'.repeat(3616))),
    violated: (s) =>
      monologue(s)
        .exited()
        .log(line('x'.repeat(16_384)) + line('x'.repeat(3616))),
  },
  'log.content.true': {
    held: (s) => talker(s).log(line('one')),
    violated: (s) => talker(s).log(line('two') + line('one')),
  },
  'log.file.at-path': {
    held: (s) => s.running().log(''),
    violated: (s) => s.running().log('', { exists: false }),
  },
  'log.line.grammar': {
    held: (s) => s.running().log(`${line('one')}2026-11-18T12:00:01.5+00:00 stderr P:x two\nhalf a li`),
    violated: (s) => s.running().log('one\n'),
  },
  'log.line.times-monotonic': {
    held: (s) => s.running().log(line('one', 1) + line('two', 2)),
    violated: (s) => s.running().log(line('one', 2) + line('two', 1)),
  },
  'log.reopen.error-leaves-no-file': {
    held: (s) => notReopened(s).log('', { exists: false }),
    violated: (s) => notReopened(s).log(''),
  },
  'log.reopen.new-file': {
    held: (s) => reopened(s).log(''),
    violated: (s) => reopened(s).log('', { exists: false }),
  },
  'log.reopen.no-loss': {
    held: (s) =>
      reopened(s)
        .log(line('beat 3') + line('beat 4'))
        .log(line('beat 1') + line('beat 2'), { rotated: true }),
    violated: (s) =>
      reopened(s)
        .log(line('beat 4'))
        .log(line('beat 1') + line('beat 2'), { rotated: true }),
  },
};
