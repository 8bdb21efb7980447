// SPDX-License-Identifier: Apache-2.0
import { encodeEvent } from './encode-event.js';
import type { EvidenceEvent } from '../event.js';
import { Answers } from './repeated-answers.js';

/**
 * None of our scenarios comes near it. A runtime that floods one scenario must not cost the others their
 * evidence.
 */
export const maxScenarioBytes: number = 48 << 20;

interface Account {
  bytes: number;
  leftOut: { events: number; bytes: number } | undefined;
  readonly answers: Answers;
}

/**
 * How much of each scenario, and of all, may be written. The events of the recording itself always may: they
 * say what is missing.
 */
export class EvidenceBudget {
  readonly #maxBytes: number;
  readonly #byScenario = new Map<string, Account>();
  readonly #scenarioOfCall = new Map<number, string>();
  #bytes = 0;
  #leftOut = { events: 0, bytes: 0 };

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The line to write for an event, given its own line; undefined: none. */
  admit(event: EvidenceEvent, line: string): string | undefined {
    if (event.type === 'header' || event.type === 'scenario' || event.type === 'clock-step') return line;
    if (event.type === 'scenario-end') return this.#end(event, line);
    if (event.type === 'footer')
      return this.#leftOut.events === 0 ? line : encodeEvent({ ...event, leftOut: this.#leftOut });
    const account = this.#accountOf(event);
    const shortest = account.answers.shorten(event, line);
    return this.#pay(account, shortest.length) ? shortest : undefined;
  }

  #end(event: Extract<EvidenceEvent, { type: 'scenario-end' }>, line: string): string {
    const leftOut = this.#byScenario.get(event.scenario)?.leftOut;
    this.#byScenario.delete(event.scenario);
    return leftOut === undefined ? line : encodeEvent({ ...event, leftOut });
  }

  #pay(account: Account, bytes: number): boolean {
    // A scenario with a gap proves nothing: after the gap, the rest is not worth its space.
    const isTooMuch = account.bytes + bytes > maxScenarioBytes || this.#bytes + bytes > this.#maxBytes;
    if (!isTooMuch && account.leftOut === undefined) {
      account.bytes += bytes;
      this.#bytes += bytes;
      return true;
    }
    for (const each of [(account.leftOut ??= { events: 0, bytes: 0 }), this.#leftOut]) {
      each.events += 1;
      each.bytes += bytes;
    }
    return false;
  }

  #accountOf(event: Extract<EvidenceEvent, { seq: number } | { scenario: string }>): Account {
    const scenario = 'scenario' in event ? event.scenario : (this.#scenarioOfCall.get(event.seq) ?? '');
    if (event.type === 'call') this.#scenarioOfCall.set(event.seq, scenario);
    if (event.type === 'end' || event.type === 'repeat') this.#scenarioOfCall.delete(event.seq);
    const account = this.#byScenario.get(scenario) ?? {
      bytes: 0,
      leftOut: undefined,
      answers: new Answers(),
    };
    this.#byScenario.set(scenario, account);
    return account;
  }
}
