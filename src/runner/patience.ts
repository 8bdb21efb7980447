// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs, notNeeded, type Clock } from '#base/clock.js';
import type { UnaryMethod } from '#cri/methods.js';

/** A wait in progress. */
export interface Grant {
  /** Aborts when there is no more patience for it. */
  readonly over: AbortSignal;
  /** How long it has lasted. */
  readonly waitedMs: () => number;
  /** Ends it; `fulfilled`: what was waited for happened. */
  readonly end: (fulfilled: boolean) => void;
}

export interface PatienceOptions {
  readonly clock: Clock;
  /** For the first wait that is in vain. */
  readonly firstMs: number;
}

interface Kind {
  inVain: number;
  /** How often it was in vain since it last happened. */
  lately: number;
  hasHappened: boolean;
  /** The longest wait that was not in vain. */
  longestMs: number;
}

interface OpenGrant {
  readonly kind: string;
  readonly reconsider: () => void;
}

interface Part {
  /** Up to so many waits in vain. */
  readonly inVain: number;
  /** Of the first patience. */
  readonly part: number;
}

/** The same kind of wait gets less each time. */
const sameKindParts: readonly Part[] = [
  { inVain: 4, part: 1 / 6 },
  { inVain: 12, part: 1 / 10 },
  { inVain: Number.POSITIVE_INFINITY, part: 1 / 20 },
];
/**
 * What never happens, or no longer, is not slow but broken. A run has more than a hundred scenarios, and each
 * waits for several things.
 */
const brokenParts: readonly Part[] = [
  { inVain: 2, part: 1 / 6 },
  { inVain: 4, part: 1 / 20 },
  { inVain: 12, part: 1 / 60 },
  { inVain: Number.POSITIVE_INFINITY, part: 1 / 120 },
];
/** So many waits in vain show that a kind of wait is broken: one that never succeeded, and one that did. */
const neverAfter = 4;
const noLongerAfter = 12;
/** Once something was waited for in vain, other kinds of waits get less; still less if something is broken. */
const otherKindsPart = 1 / 3;
const besideBrokenPart = 1 / 10;
/** However fast the node is, and however often it was in vain. */
const leastMs = 1_000;
const leastForBrokenMs = 150;
/** A call has the same deadline as its wait, and may end this much before the alarm. */
const earlyMs = 20;
/** So many quick reads take no longer than a contract waits for an answer on this node. */
const quickReads = 250;
const maxReads = 100;

/** While nothing is wrong, a wait may take so many times as long as the longest before. */
const growth = 4;

/**
 * How long a run waits for what a runtime should do. The first time, long enough for a slow node. As soon as a
 * wait was in vain, the run is red anyway: then it learns, and the rest of it is over soon.
 */
export class Patience {
  readonly #options: PatienceOptions;
  readonly #kinds = new Map<string, Kind>();
  readonly #open = new Set<OpenGrant>();
  readonly #readsMs: number[] = [];
  #usualReadMs: number | undefined;
  #inVain = 0;
  #longestMs = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** How long a wait of this kind may take now. Slowness that was seen in this run extends it. */
  msFor(kind: string): number {
    const firstMs = Math.max(this.#options.firstMs, quickReads * this.#readMs());
    if (this.#inVain === 0) return Math.max(firstMs, growth * this.#longestMs);
    const of = this.#kindOf(kind);
    if (of.inVain === 0) return Math.max(leastMs, growth * of.longestMs, firstMs * this.#partOfOthers());
    return of.hasHappened && !isBroken(of)
      ? Math.max(leastMs, firstMs * partAfter(sameKindParts, of.inVain))
      : Math.max(leastForBrokenMs, firstMs * partAfter(brokenParts, of.inVain));
  }

  #partOfOthers(): number {
    return [...this.#kinds.values()].some(isBroken) ? besideBrokenPart : otherKindsPart;
  }

  /** A read that waits for nothing took so long. */
  noteRead(ms: number): void {
    this.#readsMs.push(ms);
    if (this.#readsMs.length > maxReads) this.#readsMs.shift();
    this.#usualReadMs = undefined;
  }

  /** Three of four recent reads took no longer. */
  #readMs(): number {
    if (this.#usualReadMs !== undefined) return this.#usualReadMs;
    const sorted = [...this.#readsMs].sort((one, other) => one - other);
    this.#usualReadMs = sorted[Math.floor(sorted.length * 0.75)] ?? 0;
    return this.#usualReadMs;
  }

  /** Whether any wait has been in vain. */
  get wasInVain(): boolean {
    return this.#inVain > 0;
  }

  /** How long a call may take now; undefined: none of its kind was in vain. */
  limitOf(rpc: UnaryMethod): number | undefined {
    const kind = answerTo(rpc);
    return this.isInVain(kind) ? this.msFor(kind) : undefined;
  }

  /** Whether this kind of wait has been in vain. */
  isInVain(kind: string): boolean {
    return this.#kindOf(kind).inVain > 0;
  }

  begin(kind: string, extraMs = 0): Grant {
    const { clock } = this.#options;
    const beganMs = clock.nowMs();
    const over = new AbortController();
    let alarm = new AbortController();
    let untilMs = Infinity;
    const set = (): void => {
      alarm.abort(notNeeded);
      alarm = new AbortController();
      const { signal } = alarm;
      untilMs = beganMs + this.msFor(kind) + extraMs;
      const leftMs = untilMs - clock.nowMs();
      void clock.sleep(Math.min(Math.max(0, leftMs), longestTimerMs), signal).then(() => {
        if (!signal.aborted) this.#runOut(grant, over);
      });
    };
    const grant: OpenGrant = { kind, reconsider: set };
    this.#open.add(grant);
    set();
    let ended = false;
    return {
      over: over.signal,
      waitedMs: () => clock.nowMs() - beganMs,
      end: (fulfilled) => {
        alarm.abort(notNeeded);
        this.#open.delete(grant);
        if (ended) return;
        ended = true;
        if (fulfilled) this.#took(kind, clock.nowMs() - beganMs - extraMs, over.signal.aborted);
        else if (!over.signal.aborted && clock.nowMs() >= untilMs - earlyMs) this.#runOut(grant, over);
      },
    };
  }

  #runOut(grant: OpenGrant, over: AbortController): void {
    this.#open.delete(grant);
    this.#inVain++;
    const of = this.#kindOf(grant.kind);
    of.inVain++;
    of.lately++;
    over.abort(notNeeded);
    // Others who wait for the same learn from it.
    for (const other of [...this.#open]) if (other.kind === grant.kind) other.reconsider();
  }

  /** `late`: there was no more patience for it, and then it happened all the same. */
  #took(kind: string, ms: number, late: boolean): void {
    const of = this.#kindOf(kind);
    of.hasHappened = true;
    of.lately = 0;
    of.longestMs = Math.max(of.longestMs, ms);
    this.#longestMs = Math.max(this.#longestMs, ms);
    if (!late) return;
    of.inVain--;
    this.#inVain--;
  }

  #kindOf(kind: string): Kind {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const fresh = { inVain: 0, lately: 0, hasHappened: false, longestMs: 0 };
    this.#kinds.set(kind, fresh);
    return fresh;
  }
}

function isBroken({ lately, hasHappened }: Kind): boolean {
  return lately >= (hasHappened ? noLongerAfter : neverAfter);
}

function partAfter(parts: readonly Part[], inVain: number): number {
  return parts.find(({ inVain: upTo }) => inVain <= upTo)?.part ?? 0;
}

/** Waits for an answer to this RPC. */
export const answerTo = (rpc: UnaryMethod): string => `an answer to ${rpc}`;
