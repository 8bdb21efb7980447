// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import fc from 'fast-check';
import { Failure } from '#base/failure.js';
import type { EvidenceEvent } from '#evidence/event.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { answered, began, call, Desk, ended, failureOf, header, readAll } from '../written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

const note = { type: 'note', scenario: 'slow', atMs: 3, what: 'sync' } as const;
const footer = { type: 'footer', atMs: 200, ended: 'done' } as const;

describe('a recording', () => {
  it('is read scenario by scenario, in the order in which they ended', async () => {
    const path = desk.write(
      'evidence.jsonl',
      ...[header, began('slow', 1), began('quick', 2), call(1, 'slow'), call(2, 'quick'), answered(2)],
      ...[
        { type: 'step-end', scenario: 'slow', atMs: 3, nth: 1 } as const,
        note,
        ended('quick', 4),
        answered(1),
      ],
      {
        type: 'observation',
        scenario: 'slow',
        atMs: 5,
        of: 'process',
        name: 'app',
        facts: { container: 'c1', count: 1 },
      } as const,
      ...[ended('slow', 6), footer],
    );
    const { reader, scenarios } = await readAll(path);
    expect(reader.header).toEqual(header);
    expect(reader.footer()).toEqual(footer);
    expect(
      scenarios.map(({ scenario, ended: how, beganMs, endedMs }) => [scenario, how, beganMs, endedMs]),
    ).toEqual([
      ['quick', 'done', 2, 4],
      ['slow', 'done', 1, 6],
    ]);
    expect(
      scenarios.map(({ calls, intents, observations }) => [
        calls.map(({ seq }) => seq),
        intents.length,
        observations.length,
      ]),
    ).toEqual([
      [[2], 0, 0],
      [[1], 1, 1],
    ]);
  });

  it('says why a scenario was not played to its end', async () => {
    const path = desk.write('evidence.jsonl', header, began('one'), {
      type: 'scenario-end',
      scenario: 'one',
      atMs: 9,
      ended: 'unsupported',
      reason: 'no pod network',
    } as const);
    expect((await readAll(path)).scenarios[0]).toMatchObject({
      ended: 'unsupported',
      reason: 'no pod network',
    });
  });

  it('has no footer before it was read to the end', async () => {
    const path = desk.write('evidence.jsonl', header, began('one'), ended('one'), footer);
    const reader = await readEvidence(path);
    for await (const { scenario } of reader.scenarios) {
      expect([scenario, reader.footer()]).toEqual(['one', undefined]);
      break;
    }
  });

  it('of a later criprobe may have kinds of lines that this one does not know', async () => {
    const unknown = `${JSON.stringify({ type: 'weather', sky: 'blue' })}\n`;
    const path = desk.write('evidence.jsonl', header, unknown, began('one'), unknown, ended('one'));
    expect((await readAll(path)).scenarios).toHaveLength(1);
  });

  it('of nothing but a header has no scenarios', async () => {
    expect((await readAll(desk.write('evidence.jsonl', header))).scenarios).toEqual([]);
  });
});

describe('a recording that stops in the middle', () => {
  const story = [
    header,
    began('done'),
    ended('done'),
    began('one'),
    call(1, 'one'),
    answered(1),
    call(2, 'one'),
  ];

  it('has its unfinished scenarios, as stuck, with open calls', async () => {
    const { scenarios } = await readAll(desk.write('evidence.jsonl', ...story));
    expect(scenarios.map(({ scenario, ended: how }) => [scenario, how])).toEqual([
      ['done', 'done'],
      ['one', 'stuck'],
    ]);
    expect(scenarios[1]).toMatchObject({
      reason: 'the recording ends before the scenario does',
      endedMs: undefined,
    });
    expect(scenarios[1]?.calls.map(({ outcome, endedMs }) => [outcome.kind, endedMs])).toEqual([
      ['ok', 1.5],
      ['open', undefined],
    ]);
  });

  it('may be torn at every byte of its last line', async () => {
    const last = JSON.stringify(answered(2, { runtime_name: 'naïve' }));
    const bytes = Buffer.from(last);
    for (let length = 0; length < bytes.length; length += 7) {
      const path = desk.write('evidence.jsonl', ...story, bytes.subarray(0, length).toString('latin1'));
      const { scenarios } = await readAll(path);
      expect(scenarios[1]?.calls.map(({ outcome }) => outcome.kind)).toEqual(['ok', 'open']);
    }
    const { scenarios } = await readAll(desk.write('evidence.jsonl', ...story, last));
    expect(scenarios[1]?.calls.map(({ outcome }) => outcome.kind)).toEqual(['ok', 'ok']);
  });
});

describe('what is no recording', () => {
  it.each([
    ['garbage in the middle', [header, began('one'), 'gar bage\n', ended('one')], 'line 3 is not an event'],
    ['JSON that is no event in the middle', [header, '{"seq":1}\n', ended('one')], 'line 2 is not an event'],
    ['a number in the middle', [header, '17\n', ended('one')], 'line 2 is not an event'],
    ['null in the middle', [header, 'null\n', ended('one')], 'line 2 is not an event'],
    ['an empty line in the middle', [header, '\n', ended('one')], 'line 2 is not an event'],
    ['no header', [began('one'), ended('one')], 'no header in the first line'],
    ['an empty file', [''], 'no header in the first line'],
    ['nothing but a torn line', ['{"type":"hea'], 'no header in the first line'],
    ['a result', ['{\n  "schemaVersion": 1\n}\n'], /^(no header in the first line|line 1 is not an event)$/],
    [
      'a newer version',
      [{ ...header, schemaVersion: 2 as 1 }],
      'schemaVersion 2, this criprobe reads schemaVersion 1',
    ],
    [
      'an older version',
      ['{"type":"header","evidenceVersion":1}\n'],
      'evidenceVersion 1, this criprobe reads schemaVersion 1',
    ],
    ['no version', ['{"type":"header"}\n'], 'no schemaVersion in the first line'],
  ] as const)('%s', async (_, lines, seen) => {
    const path = desk.write('evidence.jsonl', ...lines);
    const failure = await failureOf(() => readAll(path));
    expect({ code: failure.code, exit: failure.exit }).toEqual({ code: 'E-EVIDENCE', exit: 2 });
    expect(failure.seen).toMatch(seen);
    expect(failure.message).toContain(path);
    expect(failure.fix).toMatch(/criprobe judge|the criprobe that recorded it/);
  });

  it('leaves no file open', async () => {
    const path = desk.write('evidence.jsonl', began('one'), ended('one'));
    await failureOf(() => readAll(path));
    const open = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`));
    expect(open).not.toContain(path);
  });

  it('a file that is not there', async () => {
    const failure = await failureOf(() => readEvidence(desk.path('missing.jsonl')));
    expect(failure).toMatchObject({ code: 'E-EVIDENCE', exit: 2 });
    expect(failure.seen).toContain('ENOENT');
  });

  it('a directory', async () => {
    const failure = await failureOf(() => readEvidence(desk.directory));
    expect(failure).toMatchObject({ code: 'E-EVIDENCE', exit: 2 });
    expect(failure.seen).toContain('EISDIR');
  });
});

const noted = (scenario: string, length: number): EvidenceEvent => ({
  type: 'step',
  scenario,
  atMs: 2,
  nth: 1,
  name: 'x'.repeat(length),
  parameters: {},
});

async function failureOn(path: string): Promise<Failure | undefined> {
  try {
    const { scenarios } = await readEvidence(path);
    for await (const evidence of scenarios) evidence.containers();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

describe('a recording that somebody made up', () => {
  const lines: readonly object[] = [
    header,
    began('s'),
    call(1, 's'),
    answered(1),
    noted('s', 3),
    ended('s'),
    footer,
  ];

  it('is refused or read, whatever stands in its fields', async () => {
    const place = fc.tuple(fc.nat(lines.length - 1), fc.nat(12), fc.anything({ maxDepth: 1 }));
    await fc.assert(
      fc.asyncProperty(place, async ([index, field, value]) => {
        const line = { ...lines[index] } as Record<string, unknown>;
        const keys = Object.keys(line);
        line[keys[field % keys.length] as string] = value;
        const changed = lines.map((each, at) => JSON.stringify(at === index ? line : each) + '\n');
        const failure = await failureOn(desk.write(`${Math.random()}.jsonl`, ...changed));
        expect(failure?.code ?? 'E-EVIDENCE').toBe('E-EVIDENCE');
      }),
      { numRuns: 300 },
    );
  });

  it('is refused with the number of the line, and what is wrong there', async () => {
    const wrong = { ...call(1, 's'), request: 'none' };
    const failure = await failureOn(desk.write('evidence.jsonl', header, JSON.stringify(wrong) + '\n'));
    expect(failure?.seen).toMatch(/^line 2 is not an event: request: /);
  });

  it('holds nothing of a scenario that has too much', async () => {
    const much = Array.from({ length: 70 }, () => noted('s', 1 << 20));
    const path = desk.write(
      'much.jsonl',
      header,
      began('s'),
      began('t'),
      ...much,
      noted('t', 5),
      ended('s'),
      ended('t'),
    );
    const seen = [];
    const { scenarios } = await readEvidence(path);
    for await (const { scenario, ended: how, intents } of scenarios)
      seen.push([scenario, how, intents.length]);
    expect(seen).toEqual([
      ['s', 'stuck', 0],
      ['t', 'done', 1],
    ]);
  });

  it('is refused when a line has no end', async () => {
    const failure = await failureOn('/dev/zero');
    expect(failure?.seen).toContain('not a regular file');
    const path = desk.write('long.jsonl', header, `"${'x'.repeat(65 << 20)}`);
    expect((await failureOn(path))?.seen).toContain('line 2 is longer than');
  });

  it('is not waited for: a FIFO is refused', async () => {
    const path = desk.path('fifo');
    execFileSync('mkfifo', [path]);
    expect((await failureOn(path))?.seen).toContain('not a regular file');
  });
});
