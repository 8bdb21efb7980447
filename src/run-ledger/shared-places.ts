// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Trace } from './trace.js';

/** What all runtimes of a machine share; who needs it last puts it back. */
export type SharedPlace = Extract<Trace, { kind: 'empty-directory' | 'setting' }>;

/** One note for each private runtime, of any run of any user, until what it left is undone. */
const notesOfAll = '/run/criprobe';

export function sharedDirectories(paths: readonly string[]): readonly SharedPlace[] {
  return paths.map((path) => ({ kind: 'empty-directory', path }));
}

/**
 * Those that are not there yet, or that another runtime of ours did not find there when it came: it passes on what it found, because
 * the first of them need not be the last to end.
 */
export function notThereBefore(
  places: readonly SharedPlace[],
  notes: string = notesOfAll,
): readonly SharedPlace[] {
  const passedOn = new Set(notesIn(notes).flatMap((name) => keysIn(join(notes, name))));
  return places.filter((place) => isMissing(place) || passedOn.has(keyOf(place)));
}

export function noteFor(directory: string, notes: string = notesOfAll): Extract<Trace, { kind: 'note' }> {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return { kind: 'note', path: join(notes, `${name}.json`) };
}

export function writeNote({ path }: { readonly path: string }, traces: readonly Trace[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(traces.filter(isSharedPlace).map(keyOf)));
}

export function removeNote(path: string, notes: string = notesOfAll): void {
  if (dirname(path) !== notes || !existsSync(path)) return;
  rmSync(path);
  if (readdirSync(notes).length === 0) rmdirSync(notes);
}

/** Runtimes of ours live here, or died and are not cleaned up. */
export function areThereNotes(notes: string = notesOfAll): boolean {
  return notesIn(notes).length > 0;
}

function notesIn(notes: string): readonly string[] {
  return existsSync(notes) ? readdirSync(notes) : [];
}

function isSharedPlace(trace: Trace): trace is SharedPlace {
  return trace.kind === 'empty-directory' || trace.kind === 'setting';
}

function isMissing(place: SharedPlace): boolean {
  if (place.kind === 'empty-directory') return !existsSync(place.path);
  return readFileSync(place.path, 'utf8').trim() === place.value;
}

function keyOf(place: SharedPlace): string {
  return place.kind === 'setting' ? `${place.path}=${place.value}` : place.path;
}

function keysIn(file: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } catch {
    return [];
  }
}
