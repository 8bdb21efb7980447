// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Proof, ProvingCall } from '#results/proof.js';

/** Of all calls that are kept, as text. */
const maxLength = 32 << 20;

/** Enough to see what the runtime did. */
const maxLogLines = 15;

interface KeptCall {
  readonly call: ProvingCall;
  readonly length: number;
  /** Number of proofs that cite it. */
  proofs: number;
}

/**
 * Keeps the calls of proofs after their scenario is forgotten, as many as fit. A call that several proofs
 * cite is kept once.
 */
export class Proofs {
  readonly #known = new WeakMap<RecordedCall, KeptCall>();
  readonly #kept = new WeakMap<ProvingCall, KeptCall>();
  #room = maxLength;

  keep(seqs: readonly number[], evidence: Evidence): Proof {
    const wanted = new Set(seqs);
    const calls = evidence.calls
      .filter(({ seq }) => wanted.has(seq))
      .flatMap((call) => this.#keep(call) ?? []);
    return { calls, logLines: logLinesOn(calls, evidence) };
  }

  /** The proof is no longer needed. */
  drop({ calls }: Proof): void {
    for (const call of calls) {
      const kept = this.#kept.get(call);
      if (kept === undefined) continue;
      kept.proofs--;
      if (kept.proofs === 0) this.#room += kept.length;
    }
  }

  #keep(recorded: RecordedCall): ProvingCall | undefined {
    const kept = this.#known.get(recorded) ?? measured(recorded);
    this.#known.set(recorded, kept);
    if (kept.proofs === 0) {
      if (kept.length > this.#room) return undefined;
      this.#room -= kept.length;
      this.#kept.set(kept.call, kept);
    }
    kept.proofs++;
    return kept.call;
  }
}

function measured({ seq, rpc, request, outcome, beganMs }: RecordedCall): KeptCall {
  const { length } = JSON.stringify([request, outcome]);
  return { call: { seq, rpc, request, outcome, atMs: beganMs }, length, proofs: 0 };
}

function logLinesOn(calls: readonly ProvingCall[], evidence: Evidence): readonly string[] {
  const lines = evidence.runtimeLogLines();
  if (lines.length === 0) return [];
  const ids = new Set(JSON.stringify(calls).match(/\b[0-9a-f]{64}\b/g) ?? []);
  return lines
    .map(({ text }) => text)
    .filter((text) => [...ids].some((id) => text.includes(id)))
    .slice(0, maxLogLines);
}
