// SPDX-License-Identifier: Apache-2.0
import { encodeEvent } from '#evidence/write/encode-event.js';
import type { CallBegan, CallEnded, EvidenceEvent } from '#evidence/event.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { OutputOptions } from '../shared/output-options.js';
import type { Io } from '../shared/use-case.js';

/**
 * An evidence writer that also prints what the flags ask for: every event on stdout, every call on stderr.
 */
export function tee(
  writer: EvidenceWriter,
  { ndjson, debug }: Pick<OutputOptions, 'ndjson' | 'debug'>,
  { out, progress }: Pick<Io, 'out' | 'progress'>,
): EvidenceWriter {
  const watchers: ((event: EvidenceEvent) => void)[] = [];
  if (ndjson)
    watchers.push((event) => {
      out(encodeEvent(event));
    });
  if (debug) watchers.push(callLines(progress.line));
  if (watchers.length === 0) return writer;
  return {
    ...writer,
    append(event) {
      writer.append(event);
      for (const watch of watchers) watch(event);
    },
  };
}

function callLines(line: (text: string) => void): (event: EvidenceEvent) => void {
  const open = new Map<number, CallBegan>();
  return (event) => {
    if (event.type === 'call') open.set(event.seq, event);
    if (event.type !== 'end') return;
    const call = open.get(event.seq);
    open.delete(event.seq);
    if (call !== undefined) line(lineOf(call, event));
  };
}

function lineOf({ seq, scenario, rpc, atMs }: CallBegan, { outcome, atMs: endedMs }: CallEnded): string {
  const took = `${(endedMs - atMs).toFixed(1)} ms`;
  return `call ${seq}  ${rpc}  ${howItEnded(outcome)}  ${took}  ${scenario}`;
}

function howItEnded(outcome: CallEnded['outcome']): string {
  if (outcome.kind === 'refused') return `refused ${outcome.code}: ${outcome.message}`;
  return outcome.kind === 'unanswered' ? `unanswered: ${outcome.reason}` : outcome.kind;
}
