// SPDX-License-Identifier: Apache-2.0
import { collectGarbage } from '#base/collect-garbage.js';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { Evidence } from './evidence.js';
import { evidenceVersion, type EvidenceEvent, type Footer, type Header } from './event.js';
import { wrongWith } from './event-schema.js';
import { linesOf } from './lines-of.js';
import { OpenScenarios } from './open-scenarios.js';

export interface EvidenceReader {
  readonly header: Header;
  /** The evidence of one scenario after another, in the order in which they ended. */
  readonly scenarios: AsyncIterable<Evidence>;
  /** Undefined until all was read, or when the recording stops before its end. */
  footer(): Footer | undefined;
}

/** No recording of a healthy runtime is as long. */
const maxLitterBytes = 48 << 20;

/** Reads a recording once, keeping only the scenarios that are under way at that point of it. */
export async function readEvidence(
  path: string,
  tooLate: AbortSignal = new AbortController().signal,
): Promise<EvidenceReader> {
  const events = eventsOf(path);
  const first = await events.next();
  if (first.done === true || first.value.event.type !== 'header')
    throw notARecording(path, 'no header in the first line');
  const header = first.value.event;
  let footer: Footer | undefined;
  async function* scenarios(): AsyncGenerator<Evidence> {
    const open = new OpenScenarios(header);
    let litter = 0;
    for await (const { event, bytes } of events) {
      if (tooLate.aborted) break;
      litter += bytes;
      if (litter > maxLitterBytes) {
        collectGarbage();
        litter = 0;
      }
      if (event.type === 'footer') footer = event;
      else if (event.type === 'scenario-end') yield open.close(event);
      else if (event.type !== 'header') open.take(event, bytes);
    }
    yield* open.closeAll(
      tooLate.aborted ? 'the time for judging was up' : 'the recording ends before the scenario does',
    );
  }
  return { header, scenarios: scenarios(), footer: () => footer };
}

interface ReadEvent {
  readonly event: EvidenceEvent;
  /** Of its line. */
  readonly bytes: number;
}

async function* eventsOf(path: string): AsyncGenerator<ReadEvent, undefined> {
  let number = 0;
  let torn: string | undefined;
  for await (const line of readLines(path)) {
    if (torn !== undefined) throw notARecording(path, torn);
    number++;
    const event = parse(line);
    if (event === undefined) torn = `line ${number} is not an event`;
    else {
      if (event.type === 'header') checkVersion(event, path);
      const wrong = wrongWith(event);
      if (wrong !== undefined) throw notARecording(path, `line ${number} is not an event: ${wrong}`);
      yield { event, bytes: line.length };
    }
  }
  return undefined;
}

/** Undefined for what is no event; the last line of a recording may be torn by a crash. */
function parse(line: string): EvidenceEvent | undefined {
  try {
    const event = JSON.parse(line) as { type?: unknown } | null;
    return typeof event?.type === 'string' ? (event as EvidenceEvent) : undefined;
  } catch {
    return undefined;
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* linesOf(path);
  } catch (cause) {
    throw cause instanceof Failure ? cause : notARecording(path, String(cause));
  }
}

function checkVersion(header: Header, path: string): void {
  const found: number = header.evidenceVersion;
  if (found !== evidenceVersion)
    throw notARecording(path, `evidence version ${found}, this criprobe reads ${evidenceVersion}`);
}

function notARecording(path: string, seen: string): Failure {
  return new Failure('E-EVIDENCE', `${path} cannot be read as a recording of criprobe`, {
    seen,
    fix: 'name the evidence.jsonl that a run wrote, for instance criprobe judge criprobe-results/latest/evidence.jsonl',
    exit: exitCode.usage,
  });
}
