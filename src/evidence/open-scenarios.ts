// SPDX-License-Identifier: Apache-2.0
import type { Call } from './call.js';
import { isCutOff, outagesIn, type Outage } from './outage.js';
import { Evidence } from './evidence.js';
import { maxScenarioBytes } from './left-out.js';
import type {
  CallBegan,
  CallEnded,
  EvidenceEvent,
  Header,
  Note,
  Repeat,
  ScenarioEnded,
  Sighting,
  StreamMessage,
} from './event.js';

interface Draft {
  /** Of its lines. */
  bytes: number;
  beganMs: number;
  readonly calls: Map<number, WritableCall>;
  readonly notes: Note[];
  readonly sightings: Sighting[];
}

interface WritableCall extends Omit<Call, 'endedMs' | 'outcome' | 'messages'> {
  endedMs: number | undefined;
  outcome: Call['outcome'];
  readonly messages: { atMs: number; message: never }[];
}

/** Of all scenarios that are under way, as lines: in memory they take about three times as much. */
const maxOpenBytes = 96 << 20;

/** The scenarios that are under way at one point of a recording; one that is handed out is forgotten. */
export class OpenScenarios {
  readonly #header: Header;
  readonly #open = new Map<string, Draft>();
  readonly #byCall = new Map<number, Draft>();
  readonly #closed = new Set<string>();
  #bytes = 0;

  constructor(header: Header) {
    this.#header = header;
  }

  /** `bytes`: of its line. What is too much to be held is forgotten, and the scenario with it. */
  take(event: Exclude<EvidenceEvent, { type: 'header' | 'scenario-end' | 'footer' }>, bytes: number): void {
    if (!this.#hasRoom(event, bytes)) return;
    switch (event.type) {
      case 'scenario':
        this.#draft(event.scenario).beganMs = event.atMs;
        return;
      case 'note':
        this.#draft(event.scenario).notes.push(event);
        return;
      case 'sighting':
        this.#draft(event.scenario).sightings.push(event);
        return;
      case 'call':
      case 'end':
      case 'repeat':
      case 'message':
        this.#onCall(event);
    }
  }

  #onCall(event: CallBegan | CallEnded | Repeat | StreamMessage): void {
    switch (event.type) {
      case 'call':
        this.#began(event);
        return;
      case 'end':
        this.#ended(event);
        return;
      case 'repeat':
        this.#repeated(event);
        return;
      case 'message':
        this.#message(event);
    }
  }

  close({
    scenario,
    ended,
    reason,
    leftOut,
    atMs,
  }: Pick<ScenarioEnded, 'scenario' | 'ended' | 'reason' | 'leftOut'> & { atMs?: number }): Evidence {
    const draft = this.#draft(scenario);
    this.#open.delete(scenario);
    this.#closed.add(scenario);
    this.#bytes -= held(draft);
    for (const seq of draft.calls.keys()) this.#byCall.delete(seq);
    if (leftOut !== undefined || isTooMuch(draft)) return this.#incomplete(scenario, draft.beganMs, atMs);
    return new Evidence({
      header: this.#header,
      scenario,
      calls: cutOff([...draft.calls.values()], outagesIn(draft.notes)),
      notes: draft.notes,
      sightings: draft.sightings,
      ended,
      beganMs: draft.beganMs,
      endedMs: atMs,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  #hasRoom(event: Parameters<OpenScenarios['take']>[0], bytes: number): boolean {
    // What went on beside a scenario that is over is no part of its story.
    if ('scenario' in event && this.#closed.has(event.scenario)) return false;
    const draft = 'scenario' in event ? this.#draft(event.scenario) : this.#byCall.get(event.seq);
    if (draft === undefined || isTooMuch(draft)) return draft === undefined;
    draft.bytes += bytes;
    this.#bytes += bytes;
    if (!isTooMuch(draft) && this.#bytes <= maxOpenBytes) return true;
    this.#bytes -= draft.bytes;
    draft.bytes = Number.POSITIVE_INFINITY;
    for (const seq of draft.calls.keys()) this.#byCall.delete(seq);
    draft.calls.clear();
    draft.notes.length = 0;
    draft.sightings.length = 0;
    return false;
  }

  /** A part of a story proves nothing, and least of all that a contract held. */
  #incomplete(scenario: string, beganMs: number, endedMs: number | undefined): Evidence {
    const nothing = { calls: [], notes: [], sightings: [] };
    const reason = 'its evidence is longer than criprobe records or reads';
    return new Evidence({
      header: this.#header,
      scenario,
      ...nothing,
      ended: 'stuck',
      reason,
      beganMs,
      endedMs,
    });
  }

  /** What a recording that stops before its end leaves open. */
  *closeAll(reason: string): Generator<Evidence> {
    for (const scenario of [...this.#open.keys()]) {
      yield this.close({ scenario, ended: 'stuck', reason });
    }
  }

  #draft(scenario: string): Draft {
    const known = this.#open.get(scenario);
    if (known !== undefined) return known;
    const draft: Draft = { bytes: 0, beganMs: 0, calls: new Map(), notes: [], sightings: [] };
    this.#open.set(scenario, draft);
    return draft;
  }

  #began({ seq, scenario, rpc, deadlineMs, request, atMs: beganMs }: CallBegan): void {
    const draft = this.#draft(scenario);
    this.#byCall.set(seq, draft);
    const outcome = { kind: 'open' } as const;
    draft.calls.set(seq, {
      seq,
      scenario,
      rpc,
      deadlineMs,
      request,
      beganMs,
      endedMs: undefined,
      messages: [],
      outcome,
    });
  }

  #ended({ seq, atMs, outcome }: Pick<WritableCall, 'seq' | 'outcome'> & { atMs: number }): void {
    const call = this.#call(seq);
    if (call === undefined) return;
    call.endedMs = atMs;
    call.outcome = outcome;
  }

  /** Without the earlier answer the call stays open: nothing is known of its end. */
  #repeated({ seq, atMs, of }: Repeat): void {
    const outcome = this.#byCall.get(seq)?.calls.get(of)?.outcome;
    if (outcome?.kind === 'ok') this.#ended({ seq, atMs, outcome });
  }

  #message({ seq, atMs, message }: StreamMessage): void {
    this.#call(seq)?.messages.push({ atMs, message: message as never });
  }

  #call(seq: number): WritableCall | undefined {
    return this.#byCall.get(seq)?.calls.get(seq);
  }
}

function isTooMuch({ bytes }: Draft): boolean {
  return bytes > maxScenarioBytes;
}

function held(draft: Draft): number {
  return isTooMuch(draft) ? 0 : draft.bytes;
}

function cutOff(calls: readonly WritableCall[], outages: readonly Outage[]): readonly Call[] {
  if (outages.length === 0) return calls;
  return calls.map((call) => (isCutOff(call, outages) ? { ...call, outcome: { kind: 'cut-off' } } : call));
}
