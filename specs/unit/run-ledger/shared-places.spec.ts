// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  isNeeded,
  noteFor,
  notThereBefore,
  removeNote,
  sharedDirectories,
  writeNote,
  type SharedPlace,
} from '#run-ledger/shared-places.js';
import { restoreSetting } from '#run-ledger/undo/files.js';

let directory: string;
let notes: string;
const path = (name: string): string => join(directory, name);
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  notes = path('notes');
  for (const name of ['there', 'first', 'second']) mkdirSync(path(name));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const hostname = '/proc/sys/kernel/hostname';
const setting = (value: string): SharedPlace => ({ kind: 'setting', path: hostname, value });

it('finds what is not there, and a setting that has its first value', () => {
  const missing = sharedDirectories([path('missing')]);
  const asNow = setting(readFileSync(hostname, 'utf8').trim());
  const places = [...sharedDirectories([path('there')]), ...missing, asNow, setting('no such host')];
  expect(notThereBefore(places, notes)).toEqual([...missing, asNow]);
});

it('passes on what a runtime did not find to those that come before it is gone, and they to others', () => {
  const places = [...sharedDirectories([path('there'), path('late')]), setting('no such host')];
  expect(notThereBefore(places, notes)).toEqual(sharedDirectories([path('late')]));
  const [first, second] = [noteFor(path('first'), notes), noteFor(path('second'), notes)];
  writeNote(first, { directory: path('first'), traces: [{ kind: 'bridge', name: 'b' }, ...places] });
  mkdirSync(path('late'));
  const found = notThereBefore(places, notes);
  expect(found).toEqual(places);
  writeNote(second, { directory: path('second'), traces: found });
  removeNote(first.path, notes);
  expect(notThereBefore(places, notes)).toEqual(places);
  expect(places.map((place) => isNeeded(place, notes))).toEqual([true, true, true]);
  removeNote(second.path, notes);
  expect(existsSync(notes)).toBe(false);
  expect(places.map((place) => isNeeded(place, notes))).toEqual([false, false, false]);
  expect(notThereBefore(places, notes)).toEqual([]);
});

it.each([
  [
    'that cannot be read',
    (note: string) => {
      writeFileSync(note, '["');
    },
  ],
  [
    'of a runtime that is gone',
    () => {
      rmSync(path('first'), { recursive: true });
    },
  ],
])('takes nothing from a note %s', (_, spoil) => {
  const [place, note] = [sharedDirectories([path('there')]), noteFor(path('first'), notes)];
  writeNote(note, { directory: path('first'), traces: place });
  expect(notThereBefore(place, notes)).toEqual(place);
  spoil(note.path);
  expect(notThereBefore(place, notes)).toEqual([]);
});

it('removes nothing but notes', () => {
  writeFileSync(path('file'), '');
  removeNote(path('file'), notes);
  removeNote(path('file'), directory);
  expect(existsSync(path('file'))).toBe(true);
});

it('leaves a setting alone as long as another runtime needs it', () => {
  const before = readFileSync(hostname, 'utf8');
  const report = restoreSetting({ kind: 'setting', path: hostname, value: 'no such host' }, () => true);
  expect(report).toEqual({ removed: [], remains: [] });
  expect(readFileSync(hostname, 'utf8')).toBe(before);
});
