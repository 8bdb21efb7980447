// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, writeSync } from 'node:fs';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { EvidenceEvent } from './event.js';

/** Where evidence is written down while the run goes on. */
export interface Tape {
  append(event: EvidenceEvent): void;
  /** Sequence number of the next call, unique in the recording. */
  nextSeq(): number;
  /** Milliseconds since the recording began. */
  nowMs(): number;
  close(): void;
}

/** One JSON line per event, handed to the kernel before `append` returns: a crash loses at most the last line. */
export function openTape(path: string): Tape {
  const file = openSync(path, 'wx', 0o600);
  const startedMs = performance.now();
  let seq = 0;
  let open = true;
  return {
    append(event) {
      if (open) writeLine(file, path, event);
    },
    nextSeq: () => ++seq,
    nowMs: () => Math.round((performance.now() - startedMs) * 1000) / 1000,
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

function writeLine(file: number, path: string, event: EvidenceEvent): void {
  const line = Buffer.from(`${JSON.stringify(event)}\n`);
  try {
    for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
  } catch (cause) {
    throw new Failure('E-EVIDENCE-WRITE', `The evidence cannot be written to ${path}`, {
      seen: String(cause),
      likely: 'the disk is full, or the directory is gone',
      fix: 'make room, or choose another directory with --output <dir>',
      exit: exitCode.suite,
      cause,
    });
  }
}
