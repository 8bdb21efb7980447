// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, writeSync } from 'node:fs';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { encodeEvent } from './encode-event.js';
import type { EvidenceEvent } from '../event.js';
import { ClockWatch, type TwoClocks } from './clock-watch.js';
import { EvidenceBudget } from './left-out.js';

export const defaultMaxEvidence = 1_000_000_000;

/** Writes evidence while the run goes on. */
export interface EvidenceWriter {
  /**
   * Never throws: recording must not disturb what it records. `broken` aborts if a line cannot be written.
   */
  append(event: EvidenceEvent): void;
  /** Aborts with a Failure as its reason when a write fails; nothing is written after that. */
  readonly broken: AbortSignal;
  /** Sequence number of the next call, unique in the recording. */
  nextSeq(): number;
  /** Milliseconds since the recording began. */
  nowMs(): number;
  /** Wall clock at 0 ms, for the header. Steps of the clock are recorded from now on. */
  wallStartMs(): number;
  close(): void;
}

const ofThisNode: TwoClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/**
 * Writes one JSON line per event, and passes it to the kernel before `append` returns: a crash loses at most
 * the last line.
 */
export function openEvidenceWriter(
  path: string,
  maxBytes: number = defaultMaxEvidence,
  clocks: TwoClocks = ofThisNode,
): EvidenceWriter {
  const file = openFile(path);
  const budget = new EvidenceBudget(maxBytes);
  const clock = new ClockWatch(clocks);
  let seq = 0;
  let open = true;
  const broken = new AbortController();
  return {
    broken: broken.signal,
    append(event) {
      // The failed line is incomplete: another one after it would make the whole recording unreadable.
      if (!open || broken.signal.aborted) return;
      try {
        const step = event.type === 'header' ? undefined : clock.look();
        if (step !== undefined) writeWithin(budget, file, { type: 'clock-step', ...step });
        writeWithin(budget, file, event);
      } catch (cause) {
        broken.abort(cannotWrite(path, cause));
      }
    },
    nextSeq: () => ++seq,
    nowMs: () => clock.nowMs(),
    wallStartMs: () => clock.restart(),
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

function writeWithin(budget: EvidenceBudget, file: number, event: EvidenceEvent): void {
  const line = budget.admit(event, encodeEvent(event));
  if (line !== undefined) writeLine(file, line);
}

function writeLine(file: number, line: string): void {
  let written = writeSync(file, line);
  const bytes = Buffer.byteLength(line);
  // A disk that is nearly full takes only part of the line at first.
  while (written < bytes) written += writeSync(file, Buffer.from(line), written);
}

function cannotWrite(path: string, cause: unknown): Failure {
  return new Failure('E-EVIDENCE-WRITE', `The evidence cannot be written to ${path}`, {
    seen: String(cause),
    likely: 'the disk is full, or the directory is gone',
    fix: 'make room, or choose another directory with --output <dir>',
    exit: exitCode.environment,
    cause,
  });
}
