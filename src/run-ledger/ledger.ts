// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import type { RunRecord } from './list-runs.js';
import { startTicksOf } from '#host/process-identity.js';
import { thisPlace } from './run-place.js';
import { ledgerDirectory, prepareState } from './state-directory.js';
import type { CleanupStep } from './cleanup-step.js';

/** What a run would leave behind if it were killed, written down before or as it is created. */
export interface Ledger {
  readonly head: LedgerHead;
  readonly file: string;
  add(entry: LedgerEntry): void;
  /** What was added: the writer need not trust the file. */
  readonly record: () => RunRecord;
  /** `add`, for launchers. */
  readonly leaves: (step: CleanupStep) => void;
  /** Everything is undone: deletes the file. */
  close(): void;
  /** Something remains: keeps the file for `criprobe cleanup`. */
  keep(): void;
}

export interface LedgerOptions {
  /** See `stateDirectory`. */
  readonly state: string;
  readonly namespace: string;
  readonly startedAt: Date;
}

export function openLedger(run: string, options: LedgerOptions): Ledger {
  const directory = ledgerDirectory(options.state);
  const file = join(directory, `${run}.jsonl`);
  const { namespace, startedAt } = options;
  const pid = process.pid;
  const head = {
    run,
    pid,
    startTicks: startTicksOf(pid),
    place: thisPlace(),
    startedAt: startedAt.toISOString(),
    namespace,
  };
  try {
    prepareState(options.state);
    const descriptor = openSync(file, 'ax', 0o600);
    writeSync(descriptor, JSON.stringify(head) + '\n');
    return new FileLedger(head, file, descriptor);
  } catch (cause) {
    throw cause instanceof Failure ? cause : cannotWrite(file, cause);
  }
}

function cannotWrite(file: string, cause: unknown): Failure {
  return new Failure('E-LEDGER-WRITE', `The ledger of the run cannot be written: ${file}`, {
    seen: String(cause),
    likely:
      'no permission to write there, or the disk is full; without a ledger, a killed run cannot be cleaned up',
    fix: 'make room there, or name another directory with CRIPROBE_STATE',
    exit: exitCode.environment,
    cause,
  });
}

class FileLedger implements Ledger {
  readonly head: LedgerHead;
  readonly file: string;
  readonly #written = new Set<string>();
  readonly #entries: LedgerEntry[] = [];
  #descriptor: number | undefined;

  constructor(head: LedgerHead, file: string, descriptor: number) {
    this.head = head;
    this.file = file;
    this.#descriptor = descriptor;
  }

  readonly record = (): RunRecord => ({
    head: this.head,
    file: this.file,
    entries: [...this.#entries],
    strange: [],
    alive: true,
  });

  readonly leaves = (step: CleanupStep): void => {
    this.add({ kind: 'step', step });
  };

  /** Synchronous: the kernel has the line before the thing it names exists. */
  add(entry: LedgerEntry): void {
    const line = JSON.stringify(entry) + '\n';
    if (this.#descriptor === undefined) throw new Error(`ledger ${this.file} is closed`);
    if (this.#written.has(line) && !isMoment(entry)) return;
    this.#write(this.#descriptor, line);
    this.#written.add(line);
    this.#entries.push(entry);
  }

  #write(descriptor: number, line: string): void {
    try {
      writeSync(descriptor, line);
    } catch (cause) {
      throw cannotWrite(this.file, cause);
    }
  }

  keep(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  close(): void {
    this.keep();
    rmSync(this.file, { force: true });
  }
}

/** Events that may be repeated with identical content. */
function isMoment(entry: LedgerEntry): boolean {
  return entry.kind === 'step' && (entry.step.kind === 'runtime-down' || entry.step.kind === 'runtime-up');
}
