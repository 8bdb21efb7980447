// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { CriMethod } from '#cri/methods.js';
import type { Call } from './call.js';
import { Evidence } from './evidence.js';
import {
  evidenceVersion,
  type EvidenceEvent,
  type Footer,
  type Header,
  type Note,
  type Sighting,
} from './event.js';

export interface EvidenceReader {
  readonly header: Header;
  /** The evidence of one scenario after another, in the order in which they ended. */
  readonly scenarios: AsyncIterable<Evidence>;
  /** Undefined until all was read, or when the recording stops before its end. */
  footer(): Footer | undefined;
}

/** Reads a recording once, keeping only the scenarios that are under way at that point of it. */
export async function readEvidence(path: string): Promise<EvidenceReader> {
  const events = eventsOf(path);
  const first = await events.next();
  if (first.done === true || first.value.type !== 'header')
    throw notARecording(path, 'no header in the first line');
  const header = first.value;
  let footer: Footer | undefined;
  async function* scenarios(): AsyncGenerator<Evidence> {
    const open = new Map<string, Draft>();
    const drafts = new Map<number, Draft>();
    for await (const event of events) {
      if (event.type === 'footer') footer = event;
      else if (event.type === 'scenario-end') {
        const draft = draftOf(open, event.scenario);
        open.delete(event.scenario);
        for (const seq of draft.calls.keys()) drafts.delete(seq);
        yield finish(header, event.scenario, { ...draft, ended: event, endedMs: event.atMs });
      } else note(event, { open, drafts });
    }
    for (const [scenario, draft] of open) {
      yield finish(header, scenario, {
        ...draft,
        ended: { ended: 'stuck', reason: 'the recording stops here' },
      });
    }
  }
  return { header, scenarios: scenarios(), footer: () => footer };
}

interface Draft {
  beganMs: number;
  readonly calls: Map<number, WritableCall>;
  readonly notes: Note[];
  readonly sightings: Sighting[];
}

type WritableCall = {
  -readonly [K in keyof Call]: Call[K];
} & { messages: { atMs: number; message: never }[] };

function draftOf(open: Map<string, Draft>, scenario: string): Draft {
  const known = open.get(scenario);
  if (known !== undefined) return known;
  const draft: Draft = { beganMs: 0, calls: new Map(), notes: [], sightings: [] };
  open.set(scenario, draft);
  return draft;
}

interface Reading {
  readonly open: Map<string, Draft>;
  readonly drafts: Map<number, Draft>;
}

function note(event: EvidenceEvent, { open, drafts }: Reading): void {
  switch (event.type) {
    case 'scenario':
      draftOf(open, event.scenario).beganMs = event.atMs;
      return;
    case 'call': {
      const { seq, scenario, rpc, deadlineMs, request, atMs } = event;
      const draft = draftOf(open, scenario);
      drafts.set(seq, draft);
      draft.calls.set(seq, {
        ...{ seq, scenario, rpc, deadlineMs, request, beganMs: atMs, endedMs: undefined, messages: [] },
        outcome: { kind: 'open' },
      });
      return;
    }
    case 'end': {
      const call = drafts.get(event.seq)?.calls.get(event.seq);
      if (call === undefined) return;
      call.endedMs = event.atMs;
      call.outcome = event.outcome as Call['outcome'];
      return;
    }
    case 'message':
      drafts
        .get(event.seq)
        ?.calls.get(event.seq)
        ?.messages.push({ atMs: event.atMs, message: event.message as never });
      return;
    case 'note':
      draftOf(open, event.scenario).notes.push(event);
      return;
    case 'sighting':
      draftOf(open, event.scenario).sightings.push(event);
      return;
    case 'header':
    case 'scenario-end':
    case 'footer':
      return;
  }
}

type Ending = Draft & {
  readonly ended: { readonly ended: Evidence['ended']; readonly reason?: string };
  readonly endedMs?: number;
};

function finish(header: Header, scenario: string, draft: Ending): Evidence {
  const { reason } = draft.ended;
  return new Evidence({
    header,
    scenario,
    calls: [...draft.calls.values()] as readonly Call<CriMethod>[],
    notes: draft.notes,
    sightings: draft.sightings,
    ended: draft.ended.ended,
    beganMs: draft.beganMs,
    endedMs: draft.endedMs,
    ...(reason === undefined ? {} : { reason }),
  });
}

async function* eventsOf(path: string): AsyncGenerator<EvidenceEvent, undefined> {
  let number = 0;
  let torn: string | undefined;
  for await (const line of linesOf(path)) {
    if (torn !== undefined) throw notARecording(path, torn);
    number++;
    const event = parse(line);
    if (event === undefined) torn = `line ${number} is not an event`;
    else {
      if (event.type === 'header') checkVersion(event, path);
      yield event;
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

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  try {
    await once(input, 'open');
    yield* createInterface({ input, crlfDelay: Infinity });
  } catch (cause) {
    throw notARecording(path, String(cause));
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
