// SPDX-License-Identifier: Apache-2.0
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorMessage } from '#base/text/error-message.js';
import { otherWriter } from '#files/trusted.js';
import type { CleanupRules } from './cleanup-kind.js';
import { ledgerEntrySchema, ledgerHeadSchema } from './ledger-schema.js';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import { isRunAlive } from './run-place.js';
import { ledgerDirectory } from './state-directory.js';

/** A run, as its ledger records it. */
export interface RunRecord {
  readonly head: LedgerHead;
  readonly file: string;
  readonly entries: readonly LedgerEntry[];
  /** Lines that name nothing we create: reported, and otherwise ignored. */
  readonly strange: readonly string[];
  /** Its process is still running, as far as we can tell. */
  readonly alive: boolean;
}

export interface Runs {
  /** Oldest first. */
  readonly records: readonly RunRecord[];
  /** `ledger /x/runs/y.jsonl is ignored: …`, for each file that somebody else may have written. */
  readonly refused: readonly string[];
}

/** Runs on this machine that have not been cleaned up. Steps of unknown kinds are ignored. */
export function listRuns(state: string, rules: CleanupRules): Runs {
  const directory = ledgerDirectory(state);
  const read = ledgerFiles(directory).map((name) => readLedger(join(directory, name), rules));
  return {
    records: read
      .filter((one) => typeof one === 'object')
      .sort((a, b) => a.head.startedAt.localeCompare(b.head.startedAt)),
    refused: read.filter((one) => typeof one === 'string'),
  };
}

/** Undefined if it contains nothing valid. */
export function readRun(file: string, rules: CleanupRules): RunRecord | undefined {
  const read = readLedger(file, rules);
  return typeof read === 'object' ? read : undefined;
}

/** Deletes the ledger, so that nobody looks for its leftovers. Returns the run's id. */
export function forgetRun({ file, head: { run } }: RunRecord): string {
  rmSync(file, { force: true });
  return run;
}

const maxBytes = 64 * 1024 * 1024;

/**
 * A string says why the file is ignored. Undefined without a head: the run was killed before it created
 * anything, or has just ended and the file is gone.
 */
function readLedger(file: string, rules: CleanupRules): RunRecord | string | undefined {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const why = found.isFile() ? otherWriter(file)?.says : 'it is not a regular file';
    if (why !== undefined) return refusal(file, why);
    if (found.size > maxBytes) return refusal(file, `it is larger than ${maxBytes} bytes`);
    return parse(file, readFileSync(file, 'utf8'), rules);
  } catch (error) {
    return isGone(error) ? undefined : refusal(file, errorMessage(error));
  }
}

const refusal = (file: string, why: string): string => `ledger ${file} is ignored: ${why}`;

function parse(file: string, text: string, rules: CleanupRules): RunRecord | undefined {
  const [first = '', ...rest] = text.split('\n');
  const head = ledgerHeadSchema.safeParse(jsonIn(first));
  if (!head.success) return undefined;
  const schema = ledgerEntrySchema(dirname(dirname(file)), rules);
  const entries: LedgerEntry[] = [];
  const strange: string[] = [];
  rest.forEach((line, at) => {
    const entry = schema.safeParse(jsonIn(line));
    if (entry.success) entries.push(entry.data);
    // The last line may be incomplete if we were killed.
    else if (at < rest.length - 1) strange.push(line.slice(0, maxShown));
  });
  return { head: head.data, file, entries, strange, alive: isRunAlive(head.data) };
}

/** Of a line that we did not write. */
const maxShown = 200;

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ledgerFiles(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
