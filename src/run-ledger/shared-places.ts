// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { Trace } from './trace.js';

/** What all runtimes of a machine share; who needs it last puts it back. */
export type SharedPlace = Extract<Trace, { kind: 'empty-directory' | 'layer-cache' | 'setting' }>;

/** One note for each private runtime, of any run of any user, from before it starts until what it left is undone. */
const notesOfAll = '/run/criprobe-shared';
const isNote = /^[0-9a-f]{16}\.json$/;

const noteSchema = z.object({ directory: z.string(), found: z.array(z.string()) });
type Note = z.infer<typeof noteSchema>;

export function sharedDirectories(paths: readonly string[]): readonly SharedPlace[] {
  return paths.map((path) => ({ kind: 'empty-directory', path }));
}

/**
 * Those that are not there yet, or that another runtime of ours did not find there when it came: it passes on what it found,
 * because the first of them need not be the last to end.
 */
export function notThereBefore(
  places: readonly SharedPlace[],
  notes: string = notesOfAll,
): readonly SharedPlace[] {
  return places.filter((place) => isMissing(place) || isNeeded(place, notes));
}

/** Another runtime of ours lives that will put it back. */
export function isNeeded(place: SharedPlace, notes: string = notesOfAll): boolean {
  return notesIn(notes).some(({ found }) => found.includes(keyOf(place)));
}

export function noteFor(directory: string, notes: string = notesOfAll): Extract<Trace, { kind: 'note' }> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return { kind: 'note', path: join(notes, `${name}.json`) };
}

/** The directory, of the runtime, has to be there: a note without it counts no more. */
export function writeNote(
  { path }: { readonly path: string },
  { directory, traces }: { readonly directory: string; readonly traces: readonly Trace[] },
): void {
  const note: Note = { directory, found: traces.filter(isShared).map(keyOf) };
  // Another run that ends may take the empty folder away in between.
  for (let left = 10; ; left--) {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(path, JSON.stringify(note));
      return;
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

export function removeNote(path: string, notes: string = notesOfAll): void {
  if (dirname(path) !== notes || !isNote.test(basename(path))) return;
  rmSync(path, { force: true });
  attempt(() => {
    rmdirSync(notes);
  });
}

function notesIn(notes: string): readonly Note[] {
  const names = attempt(() => readdirSync(notes)) ?? [];
  return names.filter((name) => isNote.test(name)).flatMap((name) => read(join(notes, name)) ?? []);
}

function read(file: string): Note | undefined {
  const note = attempt(() => noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  return note !== undefined && existsSync(note.directory) ? note : undefined;
}

function isShared(trace: Trace): trace is SharedPlace {
  return ['empty-directory', 'layer-cache', 'setting'].includes(trace.kind);
}

function isMissing(place: SharedPlace): boolean {
  if (place.kind !== 'setting') return !existsSync(place.path);
  return readFileSync(place.path, 'utf8').trim() === place.value;
}

function keyOf(place: SharedPlace): string {
  return place.kind === 'setting' ? `${place.path}=${place.value}` : place.path;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
