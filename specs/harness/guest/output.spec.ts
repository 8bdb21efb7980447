// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { outputOf, runBox, startBox } from '../../support/run-box.js';

describe('output of the test program', () => {
  it('goes to stdout and stderr, with and without the end of the line', async () => {
    const ended = await runBox(['print a  b', 'eprint c', 'write d', 'ewrite e', 'write f', 'print']);
    expect(ended).toEqual({ code: 0, signal: null, stdout: 'a  b\ndf\n', stderr: 'c\ne' });
  });

  it('counts lines', async () => {
    const ended = await runBox(['lines 3 x y', 'elines 2 z', 'lines 2']);
    expect(ended).toMatchObject({ stdout: 'x y 1\nx y 2\nx y 3\n1\n2\n', stderr: 'z 1\nz 2\n' });
  });

  it('loses none of very many lines', async () => {
    const lines = (await outputOf('lines 100000 line')).split('\n');
    expect(lines).toHaveLength(100_001);
    expect(lines.every((line, i) => i === 100_000 || line === `line ${i + 1}`)).toBe(true);
  });

  it('prints lines that are longer than its buffer', async () => {
    const long = 'y'.repeat(40_000);
    expect(await outputOf(`lines 2 ${long}`)).toBe(`${long} 1\n${long} 2\n`);
  });

  it('writes a run of bytes without an end of line', async () => {
    expect(await outputOf('bytes 5')).toBe('xxxxx');
    expect(await outputOf('bytes 100k')).toBe('x'.repeat(102_400));
  });

  it('ticks at once and then on and on', async () => {
    const box = startBox(['tick 20ms beat', 'print never']);
    await box.seen('beat 3\n');
    box.kill('SIGTERM');
    expect((await box.ended).stdout).toMatch(/^beat 1\nbeat 2\nbeat 3\n(beat \d+\n)*$/);
  });

  it('copies its input until the end of it, and goes on', async () => {
    const ended = await runBox(['echo', 'print after'], { input: 'one\ntwo\n' });
    expect(ended.stdout).toBe('one\ntwo\nafter\n');
  });

  it('echoes what it gets as it gets it', async () => {
    const box = startBox(['echo']);
    box.stdin.write('ping\n');
    await box.seen('ping\n');
    box.stdin.end();
    expect(await box.ended).toMatchObject({ code: 0, stdout: 'ping\n' });
  });
});

describe('what it does not know', () => {
  it.each([
    'dance',
    'exit',
    'exit x',
    'sleep 3',
    'sleep 3h',
    'show',
    'show nothing',
    'on TERM',
    'on NOPE ignore',
  ])('%s ends it with 64', async (statement) => {
    const ended = await runBox([statement, 'print never']);
    expect(ended).toMatchObject({ code: 64, stdout: '', stderr: `box: do not know: ${statement}\n` });
  });

  it.each([
    '',
    'on TERM dance',
    'on TERM exit 1 later 2s',
    'raise RTMIN+60',
    'raise 0',
    'listen tcp',
    'listen sctp 1',
  ])('"%s" ends it with 64', async (statement) => {
    expect((await runBox([statement])).code).toBe(64);
  });

  it('does not run the statements after it', async () => {
    expect(await outputOf('print before', 'dance', 'print after')).toBe('before\n');
  });
});
