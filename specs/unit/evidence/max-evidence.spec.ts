// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import fc from 'fast-check';
import { Failure } from '#base/failure.js';
import type { EvidenceEvent } from '#evidence/event.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { Desk, header } from './written.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

const began = (scenario: string): EvidenceEvent => ({ type: 'scenario', scenario, atMs: 1 });
const ended = (scenario: string): EvidenceEvent => ({
  type: 'scenario-end',
  scenario,
  atMs: 9,
  ended: 'done',
});
const noted = (scenario: string, length: number): EvidenceEvent => ({
  type: 'step',
  scenario,
  atMs: 2,
  nth: 1,
  name: 'x'.repeat(length),
  parameters: {},
});
const footer: EvidenceEvent = { type: 'footer', atMs: 10, ended: 'done' };

describe('evidence beyond what may be written', () => {
  it('is counted, and what lost any is evidence of nothing', async () => {
    const path = desk.path('evidence.jsonl');
    const writer = openEvidenceWriter(path, 10_000);
    const story = [began('small'), noted('small', 100), began('large')];
    const flood = Array.from({ length: 100 }, () => noted('large', 1000));
    for (const event of [header, ...story, ...flood, ended('small'), ended('large'), footer])
      writer.append(event);
    writer.close();

    expect(statSync(path).size).toBeLessThan(15_000);
    const reader = await readEvidence(path);
    const scenarios = [];
    for await (const { scenario, ended: how, intents } of reader.scenarios)
      scenarios.push([scenario, how, intents.length]);
    expect(scenarios).toEqual([
      ['small', 'done', 1],
      ['large', 'stuck', 0],
    ]);
    expect(reader.footer()?.leftOut?.events).toBeGreaterThan(90);
  });
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
  const call = { type: 'call', seq: 1, scenario: 's', rpc: 'Version', deadlineMs: 1, request: {}, atMs: 2 };
  const end = { type: 'end', seq: 1, atMs: 3, outcome: { kind: 'ok', response: {}, raw: '' } };
  const lines: readonly object[] = [header, began('s'), call, end, noted('s', 3), ended('s'), footer];

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
    const wrong = { ...call, request: 'none' };
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
