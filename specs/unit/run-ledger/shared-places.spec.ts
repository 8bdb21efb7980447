// SPDX-License-Identifier: Apache-2.0
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { markEnding, claimOf, claimsIn, removeClaim } from '#run-ledger/shared-claims.js';
import {
  isNeeded,
  notThereBefore,
  sharedDirectories,
  claimShared,
  type SharedPlace,
} from '#run-ledger/shared-places.js';
import { restoreSetting } from '#run-ledger/undo/setting.js';

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

it('passes on what one did not find to those that come before it is gone, and they to others', () => {
  const places = [...sharedDirectories([path('there'), path('late')]), setting('no such host')];
  expect(notThereBefore(places, notes)).toEqual(sharedDirectories([path('late')]));
  const [first, second] = [claimOf(path('first'), notes), claimOf(path('second'), notes)];
  claimShared(path('first'), places, notes);
  mkdirSync(path('late'));
  const found = notThereBefore(places, notes);
  expect(found).toEqual(places);
  claimShared(path('second'), found, notes);
  removeClaim(first.path, notes);
  expect(notThereBefore(places, notes)).toEqual(places);
  expect(places.map((place) => isNeeded(place, notes))).toEqual([true, true, true]);
  removeClaim(second.path, notes);
  expect(existsSync(notes)).toBe(false);
  expect(places.map((place) => isNeeded(place, notes))).toEqual([false, false, false]);
  expect(notThereBefore(places, notes)).toEqual([]);
});

it('of two that end together both put back, and one that begins then still learns what was not there', () => {
  const [place] = sharedDirectories([path('there')]);
  if (place === undefined) throw new Error('no place');
  for (const name of ['first', 'second']) claimShared(path(name), [place], notes);
  markEnding(claimOf(path('first'), notes).path, notes);
  expect(isNeeded(place, notes)).toBe(true);
  markEnding(claimOf(path('second'), notes).path, notes);
  expect(isNeeded(place, notes)).toBe(false);
  expect(notThereBefore([place], notes)).toEqual([place]);
});

it('knows a cgroup that no hierarchy has', () => {
  const cgroup: SharedPlace = { kind: 'shared-cgroup', path: '/no-such-cgroup.slice' };
  expect(notThereBefore([cgroup, { ...cgroup, path: '/' }], notes)).toEqual([cgroup]);
});

it('believes a note whose directory it cannot see because its writer sees other mounts', () => {
  const [place] = [sharedDirectories([path('there')])];
  claimShared(path('first'), place, notes);
  const { path: note } = claimOf(path('first'), notes);
  writeFileSync(note, readFileSync(note, 'utf8').replace(/mnt:\[\d+\]/, 'mnt:[1]'));
  rmSync(path('first'), { recursive: true });
  expect(notThereBefore(place, notes)).toEqual(place);
});

it('takes a setting of another network for another one', () => {
  const place = setting('no such host');
  claimShared(path('first'), [place], notes);
  expect(claimsIn(notes)[0]?.found).toEqual([expect.stringMatching(/=no such host in net:\[\d+\]$/)]);
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
  const [place, note] = [sharedDirectories([path('there')]), claimOf(path('first'), notes)];
  claimShared(path('first'), place, notes);
  expect(notThereBefore(place, notes)).toEqual(place);
  spoil(note.path);
  expect(notThereBefore(place, notes)).toEqual([]);
});

it('removes nothing but notes', () => {
  writeFileSync(path('file'), '');
  removeClaim(path('file'), notes);
  removeClaim(path('file'), directory);
  expect(existsSync(path('file'))).toBe(true);
});

it.each([
  ['as long as another runtime needs it', () => true, ['docker0']],
  ['when somebody else came with a bridge since', () => false, ['docker0', 'cni0']],
])('leaves a setting alone %s', (_, inUse, bridges) => {
  const before = readFileSync(hostname, 'utf8');
  const place = { kind: 'setting', path: hostname, value: 'no such host', beside: ['docker0'] } as const;
  expect(restoreSetting(place, inUse, () => bridges)).toEqual({ removed: [], remains: [] });
  expect(readFileSync(hostname, 'utf8')).toBe(before);
});

describe('notes, where any user would like to write them', () => {
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
  });
  const modeOf = (at: string): number => statSync(at).mode & 0o777;

  it('are for their owner alone, whatever the umask', () => {
    claimShared(path('first'), sharedDirectories([path('there')]), notes);
    expect(modeOf(notes)).toBe(0o700);
    expect(modeOf(claimOf(path('first'), notes).path)).toBe(0o600);
    expect(readdirSync(notes)).toHaveLength(1);
  });

  it('follow no link that waits under the name of a draft', () => {
    const { path: note } = claimOf(path('first'), notes);
    mkdirSync(notes, { mode: 0o700 });
    writeFileSync(path('victim'), 'as it was');
    symlinkSync(path('victim'), `${note}.${process.pid}`);
    claimShared(path('first'), sharedDirectories([path('there')]), notes);
    markEnding(note, notes);
    expect(readFileSync(path('victim'), 'utf8')).toBe('as it was');
    expect(claimsIn(notes)).toMatchObject([{ directory: path('first'), ends: true }]);
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'are refused by root in a directory that others may write',
    () => {
      const places = sharedDirectories([path('there')]);
      claimShared(path('first'), places, notes);
      chmodSync(notes, 0o777);
      const untrusted = expect.objectContaining({
        code: 'E-UNTRUSTED',
        message: expect.stringContaining(`${notes} is writable by everybody (mode 0777)`) as unknown,
      });
      const { path: note } = claimOf(path('first'), notes);
      const uses = [
        () => notThereBefore(places, notes),
        () => places.map((place) => isNeeded(place, notes)),
        () => {
          claimShared(path('second'), places, notes);
        },
        () => {
          markEnding(note, notes);
        },
      ];
      for (const use of uses) expect(use).toThrow(untrusted);
    },
  );
});
