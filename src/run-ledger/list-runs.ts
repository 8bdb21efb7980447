// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerEntrySchema, ledgerHeadSchema } from './ledger-schema.js';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import { isRunAlive } from './run-place.js';
import { ledgerDirectory } from './state-directory.js';

/** A run as its ledger tells it. */
export interface RunRecord {
  readonly head: LedgerHead;
  readonly file: string;
  readonly entries: readonly LedgerEntry[];
  /** The process that wrote it still runs, as far as can be seen from here. */
  readonly alive: boolean;
}

/** Runs of this machine that have not been undone, oldest first. */
export function listRuns(state: string): RunRecord[] {
  const directory = ledgerDirectory(state);
  return ledgerFiles(directory)
    .map((name) => readRun(join(directory, name)))
    .filter((record) => record !== undefined)
    .sort((a, b) => a.head.startedAt.localeCompare(b.head.startedAt));
}

/** Undefined when the file has no head: its run was killed before it made anything. Or it has just ended, and the file is gone. */
export function readRun(file: string): RunRecord | undefined {
  const [first, ...rest] = textOf(file).split('\n').map(parseLine);
  const head = ledgerHeadSchema.safeParse(first);
  if (!head.success) return undefined;
  const entries = rest.map((line) => ledgerEntrySchema.safeParse(line)).flatMap((entry) => entry.data ?? []);
  return { head: head.data, file, entries, alive: isRunAlive(head.data) };
}

function ledgerFiles(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The last line may be cut where we were killed. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
