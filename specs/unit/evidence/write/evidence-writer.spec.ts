// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import {
  answered,
  began,
  call,
  Desk,
  eventsIn,
  failureOf,
  header,
  outputOf,
  readAll,
  writingIn,
} from '../written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

describe('an evidence writer', () => {
  it('has each event in the file, on a line of its own, before append returns', () => {
    const writer = openEvidenceWriter(desk.path('evidence.jsonl'));
    const events = [header, began('one'), call(1, 'one', { request: { text: 'a\nb\u2028c' } }), answered(1)];
    for (const [index, event] of events.entries()) {
      writer.append(event);
      expect(eventsIn(desk.path('evidence.jsonl'))).toEqual(events.slice(0, index + 1));
    }
    writer.close();
  });

  it('is for the eyes of its owner', () => {
    openEvidenceWriter(desk.path('evidence.jsonl')).close();
    expect(statSync(desk.path('evidence.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('counts calls from 1 and time from 0, forwards', () => {
    const writer = openEvidenceWriter(desk.path('evidence.jsonl'));
    expect([writer.nextSeq(), writer.nextSeq(), writer.nextSeq()]).toEqual([1, 2, 3]);
    const times = Array.from({ length: 1000 }, () => writer.nowMs());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(0);
    expect(times.at(-1)).toBeLessThan(60_000);
    writer.close();
  });

  it('takes nothing more when it is closed, however often', () => {
    const writer = openEvidenceWriter(desk.path('evidence.jsonl'));
    writer.append(header);
    writer.close();
    writer.close();
    writer.append(began('late'));
    expect(eventsIn(desk.path('evidence.jsonl'))).toEqual([header]);
  });

  it('never writes over a recording that is there', async () => {
    const path = desk.write('evidence.jsonl', header);
    expect(await failureOf(() => openEvidenceWriter(path))).toMatchObject({
      code: 'E-EVIDENCE-WRITE',
      exit: 7,
    });
    expect(eventsIn(path)).toEqual([header]);
  });

  it('says what is wrong when the directory is not there', async () => {
    const { code, exit, seen, fix } = await failureOf(() =>
      openEvidenceWriter(desk.path('no/evidence.jsonl')),
    );
    expect({ code, exit }).toEqual({ code: 'E-EVIDENCE-WRITE', exit: 7 });
    expect(seen).toContain('ENOENT');
    expect(fix).toContain('--output');
  });
});

describe('a process that is killed while it writes', () => {
  it('loses at most the line it was writing', async () => {
    const path = desk.path('evidence.jsonl');
    const child = writingIn(
      path,
      `const writer = openEvidenceWriter(path);
       writer.append(${JSON.stringify(header)});
       writer.append({ type: 'scenario', scenario: 'endless', atMs: writer.nowMs() });
       const request = { filler: 'x'.repeat(5000) };
       for (;;) {
         const seq = writer.nextSeq();
         writer.append({ type: 'call', seq, scenario: 'endless', rpc: 'Version', deadlineMs: null, request, atMs: writer.nowMs() });
         process.stdout.write(seq + '\\n');
         await new Promise(setImmediate);
       }`,
    );
    let acknowledged = 0;
    await new Promise<void>((resolve) => {
      let tail = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        const lines = (tail + chunk.toString()).split('\n');
        tail = lines.pop() ?? '';
        acknowledged = Number(lines.at(-1) ?? acknowledged);
        if (acknowledged > 200 && !child.killed) process.kill(child.pid as number, 'SIGKILL');
      });
      child.once('close', () => {
        resolve();
      });
    });
    expect(child.signalCode).toBe('SIGKILL');
    const { reader, scenarios } = await readAll(path);
    expect(scenarios).toHaveLength(1);
    expect(scenarios[0]).toMatchObject({
      scenario: 'endless',
      ended: 'stuck',
      reason: 'the recording ends before the scenario does',
    });
    const calls = scenarios[0]?.calls ?? [];
    expect(calls.length).toBeGreaterThanOrEqual(acknowledged);
    expect(calls.map(({ seq }) => seq)).toEqual(calls.map((_, index) => index + 1));
    expect(calls.every(({ outcome }) => outcome.kind === 'open')).toBe(true);
    expect(reader.footer()).toBeUndefined();
  });
});

/** Writes until a line does not fit, tries once more when there is room again, and prints what the writer says of it. */
const fillUp = `
  const writer = openEvidenceWriter(path);
  writer.append(${JSON.stringify(header)});
  const attempt = (size) => writer.append({ type: 'step', scenario: 'one', atMs: 0, nth: 1, name: 'x'.repeat(size), parameters: {} });
  const { rmSync, statSync } = await import('node:fs');
  while (!writer.broken.aborted) attempt(10_000);
  const { code, exit, seen, fix } = writer.broken.reason;
  const bytes = statSync(path).size;
  rmSync(path + '.ballast', { force: true });
  attempt(1);
  console.log(JSON.stringify([{ code, exit, seen, fix }, statSync(path).size - bytes]));`;

interface WriterLog {
  readonly code: string;
  readonly exit: number;
  readonly seen: string;
  readonly fix: string;
}

function isPrefixOfARecording(path: string): void {
  const text = readFileSync(path, 'utf8');
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  expect(whole.length).toBeGreaterThan(1);
  for (const line of whole) expect(() => JSON.parse(line) as unknown).not.toThrow();
}

describe('an evidence writer on a full disk', () => {
  it('says so and stays readable (limit of a file)', async () => {
    const path = desk.path('evidence.jsonl');
    const printed = await outputOf(
      writingIn(path, fillUp, ['/bin/sh', '-c', 'ulimit -f 64; exec "$@"', 'sh']),
    );
    const [first, added] = JSON.parse(printed) as readonly [WriterLog, number];
    expect(first).toMatchObject({ code: 'E-EVIDENCE-WRITE', exit: 7 });
    expect(first.seen).toContain('EFBIG');
    expect(first.fix).toContain('--output');
    expect(added).toBe(0);
    isPrefixOfARecording(path);
    expect((await readAll(path)).scenarios[0]?.intents.length).toBeGreaterThan(1);
  });

  const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
  const itOnATinyDisk = mayMount ? it : it.skip;
  // The mount is seen by the child alone and is gone with it.
  itOnATinyDisk(
    `takes nothing after the torn line, though there is room again (a disk of 64 KB${mayMount ? '' : '; left out: mounting needs root'})`,
    async () => {
      const disk = desk.path('disk');
      mkdirSync(disk);
      const ballast = `head -c 20000 /dev/zero >'${disk}/evidence.jsonl.ballast'`;
      const mounted = [
        'unshare',
        '--mount',
        '/bin/sh',
        '-ec',
        `mount -t tmpfs -o size=64k none '${disk}'; ${ballast}; exec "$@"`,
        'sh',
      ];
      const printed = await outputOf(writingIn(`${disk}/evidence.jsonl`, fillUp, mounted));
      const [first, added] = JSON.parse(printed) as readonly [WriterLog, number];
      expect(first).toMatchObject({ code: 'E-EVIDENCE-WRITE', exit: 7 });
      expect(first.seen).toContain('ENOSPC');
      expect(added).toBe(0);
    },
  );
});
