// SPDX-License-Identifier: Apache-2.0
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { attemptOr } from '#base/attempt-or.js';
import { refuseUntrustedState } from '#files/refuse-untrusted.js';
import { namespaceOf } from '#host/namespaces.js';
import type { ClaimStep } from './cleanup-step.js';

/** One note for each of ours that shares something with others, from before it starts until what it left is undone. */
export const claimsOfAll: string = '/run/criprobe-shared';
const isNote = /^[0-9a-f]{16}\.json$/;

interface Note {
  readonly directory: string;
  /** Keys of the places that were not as they are now. */
  readonly found: readonly string[];
  /** Of who wrote it: others may not see its directory. */
  readonly mounts: string;
  /** It has no need any more, and will put back what nobody else needs. */
  readonly ends: boolean;
}
const noteSchema: z.ZodType<Note> = z.object({
  directory: z.string(),
  found: z.array(z.string()),
  mounts: z.string(),
  ends: z.boolean(),
});

/** The directory has to be there as long as the note is to count. */
export function claimOf(directory: string, notes: string = claimsOfAll): ClaimStep {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return { kind: 'note', path: join(notes, `${name}.json`) };
}

export function writeClaim(path: string, note: Pick<Note, 'directory' | 'found'>): void {
  // Another run that ends may take the empty folder away in between.
  for (let left = 10; ; left--) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    refuseOthersNotes(dirname(path));
    try {
      put(path, { ...note, mounts: namespaceOf('mnt'), ends: false });
      return;
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Others that end now must not wait for this one, and one that begins now must still learn what was not there. */
export function markEnding(path: string, notes: string = claimsOfAll): void {
  refuseOthersNotes(notes);
  const note = isClaimPath(path, notes) ? read(path) : undefined;
  if (note !== undefined) put(path, { ...note, ends: true });
}

export function removeClaim(path: string, notes: string = claimsOfAll): void {
  if (!isClaimPath(path, notes)) return;
  rmSync(path, { force: true });
  attemptOr(undefined, () => {
    rmdirSync(notes);
  });
}

export function claimsIn(notes: string): readonly Note[] {
  refuseOthersNotes(notes);
  const names = attemptOr([], () => readdirSync(notes));
  const all = names.filter((name) => isNote.test(name)).flatMap((name) => read(join(notes, name)) ?? []);
  return all.filter(({ directory, mounts }) => mounts !== namespaceOf('mnt') || existsSync(directory));
}

/** Never half of it is read. */
function put(path: string, note: Note): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(note), { flag: 'wx', mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** What is put back, and what is not, follows from them. */
function refuseOthersNotes(notes: string): void {
  refuseUntrustedState(notes, `Reading and writing notes in ${notes}`);
}

function read(path: string): Note | undefined {
  return attemptOr(undefined, () => noteSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
}

/** A note's own name, in the folder of all notes. */
export function isClaimPath(path: string, notes: string = claimsOfAll): boolean {
  return dirname(path) === notes && isNote.test(basename(path));
}
