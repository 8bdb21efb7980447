// SPDX-License-Identifier: Apache-2.0
import type { EvidenceEvent } from './event.js';

/** No story of ours comes near it; what a runtime floods one scenario with must not cost the others their evidence. */
export const maxScenarioBytes: number = 48 << 20;

interface Account {
  bytes: number;
  leftOut: { events: number; bytes: number } | undefined;
}

/** Who may still have how much written down. The frame of a recording always may: it says what is missing. */
export class EvidenceBudget {
  readonly #maxBytes: number;
  readonly #byScenario = new Map<string, Account>();
  readonly #scenarioOfCall = new Map<number, string>();
  #bytes = 0;
  #leftOut = { events: 0, bytes: 0 };

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What is to be written of the event; undefined: nothing. `bytes`: of its line. */
  admit(event: EvidenceEvent, bytes: number): EvidenceEvent | undefined {
    if (event.type === 'header' || event.type === 'scenario') return event;
    if (event.type === 'scenario-end') return this.#end(event);
    if (event.type === 'footer')
      return this.#leftOut.events === 0 ? event : { ...event, leftOut: this.#leftOut };
    return this.#pay(this.#accountOf(event), bytes) ? event : undefined;
  }

  #end(event: Extract<EvidenceEvent, { type: 'scenario-end' }>): EvidenceEvent {
    const leftOut = this.#byScenario.get(event.scenario)?.leftOut;
    this.#byScenario.delete(event.scenario);
    return leftOut === undefined ? event : { ...event, leftOut };
  }

  #pay(account: Account, bytes: number): boolean {
    // A story with a gap proves nothing: what comes after the gap is not worth its room.
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
    if (event.type === 'end') this.#scenarioOfCall.delete(event.seq);
    const account = this.#byScenario.get(scenario) ?? { bytes: 0, leftOut: undefined };
    this.#byScenario.set(scenario, account);
    return account;
  }
}
