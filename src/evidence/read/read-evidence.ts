// SPDX-License-Identifier: Apache-2.0
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { Evidence } from '../evidence.js';
import { evidenceSchemaVersion, type EvidenceEvent, type Footer, type RecordingHeader } from '../event.js';
import { wrongWith } from '../schema/event-schema.js';
import { recordingLines, type Line } from './lines-of.js';
import { OpenScenarios } from './open-scenarios.js';
import { maxScenarioWeight, oversized, sizeOf, type OversizedLine, type Size } from '../write/weight.js';

export interface EvidenceReader {
  readonly header: RecordingHeader;
  /** The evidence of one scenario after another, in the order they ended. */
  readonly scenarios: AsyncIterable<Evidence>;
  /** Undefined until everything was read, or if the recording stops before its end. */
  footer(): Footer | undefined;
}

/** How much garbage to tolerate; collecting it takes some milliseconds. */
const maxLitter = 32 << 20;

/** What is kept of an ended scenario is little, but not nothing. */
const maxScenarios = 10_000;

/** Reads a recording once; keeps only the scenarios in progress. */
export async function readEvidence(
  path: string,
  tooLate: AbortSignal = new AbortController().signal,
): Promise<EvidenceReader> {
  const events = eventsOf(path);
  const first = await events.next();
  if (first.done === true || first.value.event.type !== 'header') {
    await events.return(undefined);
    throw notARecording(path, 'no header in the first line');
  }
  const header = first.value.event;
  let footer: Footer | undefined;
  async function* scenarios(): AsyncGenerator<Evidence> {
    const open = new OpenScenarios(header);
    let litter = 0;
    for await (const { event, size } of events) {
      if (tooLate.aborted) break;
      litter += size.weight;
      if (litter > maxLitter) {
        freeMemory();
        litter = 0;
      }
      if (event.type === 'footer') footer = event;
      else if (event.type === 'clock-step') open.stepClock(event);
      else if (event.type === 'scenario-end') yield open.close(event);
      else if (event.type !== 'header') open.take(event, size);
      if (open.count > maxScenarios) throw notARecording(path, `more than ${maxScenarios} scenarios`);
    }
    yield* open.closeAll(
      tooLate.aborted ? 'judging ran out of time' : 'the recording ends before the scenario does',
    );
  }
  return { header, scenarios: scenarios(), footer: () => footer };
}

interface ReadEvent {
  readonly event: EvidenceEvent | OversizedLine;
  /** Of its line. */
  readonly size: Size;
}

async function* eventsOf(path: string): AsyncGenerator<ReadEvent, undefined> {
  let number = 0;
  let torn: string | undefined;
  for await (const { text, isCut } of readLines(path)) {
    if (torn !== undefined) throw notARecording(path, torn);
    number++;
    const size = sizeOf(text);
    const isTooMuch = isCut || size.weight > maxScenarioWeight;
    const event = isTooMuch ? oversized(text) : checked(text, number, path);
    if (event === undefined) torn = `line ${number} is not an event`;
    else yield { event, size };
  }
  return undefined;
}

function checked(line: string, number: number, path: string): EvidenceEvent | undefined {
  const event = parse(line);
  if (event?.type === 'header') checkVersion({ ...event }, path);
  const wrong = event && wrongWith(event);
  if (wrong !== undefined) throw notARecording(path, `line ${number} is not an event: ${wrong}`);
  return event;
}

/** Undefined if it is not an event; a crash may cut the last line short. */
function parse(line: string): EvidenceEvent | undefined {
  try {
    const event = JSON.parse(line) as { type?: unknown } | null;
    return typeof event?.type === 'string' ? (event as EvidenceEvent) : undefined;
  } catch {
    return undefined;
  }
}

async function* readLines(path: string): AsyncGenerator<Line> {
  try {
    yield* recordingLines(path);
  } catch (cause) {
    throw cause instanceof Failure ? cause : notARecording(path, String(cause));
  }
}

/** Old headers have `evidenceVersion` instead of a schema version. */
function checkVersion(
  { schemaVersion, evidenceVersion }: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (schemaVersion === evidenceSchemaVersion) return;
  if (typeof schemaVersion === 'number')
    throw ofVersion(`${path} was recorded by a newer criprobe`, `schemaVersion ${schemaVersion}`);
  if (evidenceVersion === undefined) throw notARecording(path, 'no schemaVersion in the first line');
  throw ofVersion(
    `${path} was recorded by a criprobe before 0.1.0 and is too old to be judged`,
    `evidenceVersion ${JSON.stringify(evidenceVersion)}`,
  );
}

function ofVersion(message: string, found: string): Failure {
  return new Failure('E-EVIDENCE', message, {
    seen: `${found}, this criprobe reads schemaVersion ${evidenceSchemaVersion}`,
    fix: 'judge it with the criprobe that recorded it, or record the run again',
    exit: exitCode.usage,
  });
}

function notARecording(path: string, seen: string): Failure {
  return new Failure('E-EVIDENCE', `${path} is not a criprobe recording`, {
    seen,
    fix: 'name the evidence.jsonl of a run, for example criprobe judge criprobe-results/latest/evidence.jsonl',
    exit: exitCode.usage,
  });
}

let collect: (() => void) | undefined;

/** V8 lets garbage grow to the size of what is alive: after hundreds of megabytes of text, too much. */
function freeMemory(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
