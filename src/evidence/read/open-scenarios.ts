// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';
import { isCutOff, outagesIn, type Outage } from '../history/outage.js';
import { Evidence } from '../evidence.js';
import { isIntent } from '../schema/intent-schema.js';
import { Draft, type WritableCall } from '../write/draft.js';
import type { ClockStep } from '../timestamps.js';
import { maxOpenWeight, OversizedLine, type Size } from '../write/weight.js';
import type {
  CallBegan,
  CallEnded,
  EvidenceEvent,
  RecordingHeader,
  Repeat,
  ScenarioEnded,
  StreamMessage,
} from '../event.js';

type ScenarioEvent = Exclude<EvidenceEvent, { type: 'header' | 'clock-step' | 'scenario-end' | 'footer' }>;

/** No clock is set that often. */
const maxClockSteps = 1_000;

/** The scenarios in progress at one point of a recording; one that is returned is forgotten. */
export class OpenScenarios {
  readonly #header: RecordingHeader;
  readonly #open = new Map<string, Draft>();
  readonly #byCall = new Map<number, Draft>();
  readonly #closed = new Set<string>();
  readonly #clockSteps: ClockStep[] = [];
  #weight = 0;

  constructor(header: RecordingHeader) {
    this.#header = header;
  }

  /** How many there have been so far. */
  get count(): number {
    return this.#open.size + this.#closed.size;
  }

  stepClock({ fromMs, atMs, byMs }: ClockStep): void {
    if (this.#clockSteps.length < maxClockSteps) this.#clockSteps.push({ fromMs, atMs, byMs });
  }

  /** If an event is too large, its scenario is forgotten. */
  take(event: ScenarioEvent | OversizedLine, size: Size): void {
    if (event instanceof OversizedLine) this.#forget(this.#draftOf(event.of));
    else if (this.#hasRoom(event, size)) this.#hold(event, size);
  }

  #hold(event: ScenarioEvent, { values }: Size): void {
    if (isIntent(event)) {
      this.#draft(event.scenario).intents.push(event);
      return;
    }
    switch (event.type) {
      case 'scenario':
        this.#draft(event.scenario).beganMs = event.atMs;
        return;
      case 'note':
        // For people: it is counted and not kept.
        return;
      case 'observation':
        this.#draft(event.scenario).observations.push(event);
        return;
      case 'call':
      case 'end':
      case 'repeat':
      case 'message':
        this.#onCall(event, values);
    }
  }

  #onCall(event: CallBegan | CallEnded | Repeat | StreamMessage, values: number): void {
    switch (event.type) {
      case 'call':
        this.#began(event);
        return;
      case 'end':
        this.#ended(event, values);
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
    this.#weight -= draft.weight;
    for (const seq of draft.calls.keys()) this.#byCall.delete(seq);
    if (leftOut !== undefined || draft.isTooMuch) return this.#incomplete(scenario, draft.beganMs, atMs);
    return new Evidence({
      header: this.#header,
      scenario,
      calls: cutOff([...draft.calls.values()], outagesIn(draft.intents)),
      intents: draft.intents,
      observations: draft.observations,
      clockSteps: [...this.#clockSteps],
      ended,
      beganMs: draft.beganMs,
      endedMs: atMs,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  #hasRoom(event: ScenarioEvent, size: Size): boolean {
    const draft = this.#draftOf(event);
    if (draft === undefined) return false;
    const before = draft.weight;
    draft.add({ ...size, values: size.values + this.#repeatedValues(event) });
    this.#weight += draft.weight - before;
    if (!draft.isTooMuch && this.#weight <= maxOpenWeight) return true;
    this.#forget(draft);
    return false;
  }

  /**
   * The draft of its scenario; undefined if that has ended or is too large. What comes after its end is
   * ignored.
   */
  #draftOf(of: { readonly seq: number } | { readonly scenario: string }): Draft | undefined {
    if (!('scenario' in of)) return this.#byCall.get(of.seq);
    if (this.#closed.has(of.scenario)) return undefined;
    const draft = this.#draft(of.scenario);
    return draft.isTooMuch ? undefined : draft;
  }

  #forget(draft: Draft | undefined): void {
    if (draft === undefined) return;
    this.#weight -= draft.weight;
    for (const seq of draft.calls.keys()) this.#byCall.delete(seq);
    draft.forget();
  }

  /** A repeated answer takes no memory, but contracts read it like any other. */
  #repeatedValues(event: ScenarioEvent): number {
    if (event.type !== 'repeat') return 0;
    return this.#byCall.get(event.seq)?.calls.get(event.of)?.values ?? 0;
  }

  /** Part of a scenario proves nothing, and least of all that a contract held. */
  #incomplete(scenario: string, beganMs: number, endedMs: number | undefined): Evidence {
    const nothing = { calls: [], intents: [], observations: [] };
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

  /** Scenarios left open by a recording that stops before its end. */
  *closeAll(reason: string): Generator<Evidence> {
    for (const scenario of [...this.#open.keys()]) {
      yield this.close({ scenario, ended: 'stuck', reason });
    }
  }

  #draft(scenario: string): Draft {
    const known = this.#open.get(scenario);
    if (known !== undefined) return known;
    const draft = new Draft();
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
      values: 0,
    });
  }

  #ended(
    { seq, atMs, outcome }: Pick<WritableCall, 'seq' | 'outcome'> & { atMs: number },
    values: number,
  ): void {
    const call = this.#call(seq);
    if (call === undefined) return;
    call.endedMs = atMs;
    call.outcome = outcome;
    call.values = values;
  }

  /** Without the earlier answer the call stays open: its end is unknown. */
  #repeated({ seq, atMs, of }: Repeat): void {
    const { outcome, values } = this.#byCall.get(seq)?.calls.get(of) ?? {};
    if (outcome?.kind === 'ok') this.#ended({ seq, atMs, outcome }, values ?? 0);
  }

  #message({ seq, atMs, message }: StreamMessage): void {
    this.#call(seq)?.messages.push({ atMs, message: message as never });
  }

  #call(seq: number): WritableCall | undefined {
    return this.#byCall.get(seq)?.calls.get(seq);
  }
}

function cutOff(calls: readonly WritableCall[], outages: readonly Outage[]): readonly RecordedCall[] {
  if (outages.length === 0) return calls;
  return calls.map((call) => {
    if (!isCutOff(call, outages)) return call;
    const { outcome } = call;
    return {
      ...call,
      outcome: { kind: 'cut-off', ...(outcome.kind === 'refused' && { refused: outcome }) },
    };
  });
}
