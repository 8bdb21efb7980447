// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  newestMinor,
  oldestMinor,
  versionDifferences,
  type DifferenceName,
} from '#kubelet/versions/differences.js';
import { traitsOf } from '#kubelet/versions/traits.js';

const src = fileURLToPath(new URL('../../../../src/', import.meta.url));
const recordings = fileURLToPath(new URL('../../../fixtures/recordings/', import.meta.url));
const names = Object.keys(versionDifferences) as DifferenceName[];
const tables = /versions\/([a-z]+-)?differences\.ts$/;
const sources = (readdirSync(src, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts') && !tables.test(path))
  .map((path) => readFileSync(join(src, path), 'utf8'));

describe.each(names)('%s', (name) => {
  const { since, until = newestMinor, shown, source, what } = versionDifferences[name];

  it('tells some kubelet from another', () => {
    expect(since <= oldestMinor && until >= newestMinor).toBe(false);
    expect(since).toBeLessThanOrEqual(until);
    expect(what.length).toBeGreaterThan(10);
  });

  it('says where it is from', () => {
    if (shown === 'sources') {
      expect(source).toMatch(/^[\w/]+\.go, [A-Za-z]\w+/);
      return;
    }
    const [, before = '', after = ''] = /^recordings ([\w./-]+) and ([\w./-]+)/.exec(source) ?? [];
    for (const recording of [before, after]) {
      expect(existsSync(join(recordings, `${recording}.jsonl`))).toBe(true);
    }
    const does = (recording: string): boolean => traitsOf(recording.split('/')[0] ?? '')[name];
    expect(does(before)).not.toBe(does(after));
  });

  it('is asked for by the model', () => {
    const asked = new RegExp(`\\.${name}\\b|\\b${name}\\b[^;]*\\}: [^;]*Traits|\\b${name}\\b[^;]*\\} = `);
    expect(sources.some((text) => asked.test(text))).toBe(true);
  });

  it('begins and ends where the table says', () => {
    const does = (minor: number): boolean => traitsOf(`1.${minor}`)[name];
    expect(does(Math.max(since, oldestMinor))).toBe(true);
    expect(does(until)).toBe(true);
    if (since > oldestMinor) expect(does(since - 1)).toBe(false);
    if (until < newestMinor) expect(does(until + 1)).toBe(false);
  });
});

it.each([
  ['1.20', undefined, false],
  ['1.22', undefined, false],
  ['1.23', undefined, true],
  ['1.23', 'v1alpha2', false],
  ['1.37', 'v1alpha2', false],
  ['1.37', 'v1', true],
] as const)('a kubelet %s that found %s speaks v1: %s', (version, apiVersion, speaksV1) => {
  expect(traitsOf(version, apiVersion).speaksV1).toBe(speaksV1);
});
