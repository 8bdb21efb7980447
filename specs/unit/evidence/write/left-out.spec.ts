// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import type { EvidenceEvent } from '#evidence/event.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { Desk, header } from '../written.js';

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
