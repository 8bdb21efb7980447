// SPDX-License-Identifier: Apache-2.0
import { numberedLine } from './numbered-line.js';

/** Part of the output of a program, in the order of the parts. */
export type OutputPart =
  | { readonly kind: 'text'; readonly text: string }
  /** One whole line of this shape. */
  | { readonly kind: 'line'; readonly shape: RegExp }
  /** Whatever the node or a file has to say, perhaps nothing. */
  | { readonly kind: 'open' }
  /** Numbered lines without end: nothing follows. */
  | { readonly kind: 'ticks'; readonly text: string }
  /** The program may end here. */
  | { readonly kind: 'end' }
  /** All of them or none. */
  | { readonly kind: 'perhaps'; readonly parts: readonly OutputPart[] };

/** Where a text may be, after some parts: at single places, and anywhere from `openFrom` on. */
interface Places {
  readonly at: ReadonlySet<number>;
  readonly openFrom: number | undefined;
}

interface Match {
  /** The text may be all that the program ever writes. */
  whole: boolean;
  /** The text may be the beginning of that. */
  beginning: boolean;
}

const nowhere: Places = { at: new Set(), openFrom: undefined };

/** More places than any scenario of ours has; beyond them nothing is denied. */
const maxPlaces = 2000;

class TooManyPlaces extends Error {}

/**
 * What a program writes to a stream, as far as it can be known. What cannot be known matches any text; what
 * can be known must be there.
 */
export class OutputPattern {
  readonly parts: readonly OutputPart[];
  /** Lines that may come in between, at any time and any number of times. */
  readonly asides: ReadonlySet<string>;

  constructor(parts: readonly OutputPart[], asides: ReadonlySet<string> = new Set()) {
    this.parts = joined(parts);
    this.asides = asides;
  }

  /** The whole output, if nothing of it is unknown. */
  get exact(): string | undefined {
    if (this.asides.size > 0) return undefined;
    const [first, ...more] = this.parts;
    if (first === undefined) return '';
    return more.length === 0 && first.kind === 'text' ? first.text : undefined;
  }

  /** The program writes nothing here. */
  get isSilent(): boolean {
    return this.asides.size === 0 && this.parts.every(({ kind }) => kind === 'end');
  }

  /** The text may be the whole output. */
  isWhole(text: string): boolean {
    return this.#fits(text, ({ whole }) => whole);
  }

  /** The text may be the beginning of the output. */
  isBeginning(text: string): boolean {
    return this.#fits(text, ({ beginning }) => beginning);
  }

  /** For people. */
  toString(): string {
    const [first] = this.parts;
    if (first === undefined) return '""';
    return this.parts.map(shown).join('');
  }

  #fits(text: string, accepts: (match: Match) => boolean): boolean {
    if (accepts(matched(this.parts, text))) return true;
    if (this.asides.size === 0) return false;
    // Its own lines cannot be told from those in between.
    if (this.parts.some((part) => part.kind === 'text' && linesOf(part.text).some(this.#isAside)))
      return true;
    const without = linesOf(text).filter((line) => !this.#isAside(line));
    return accepts(matched(this.parts, without.join('\n')));
  }

  readonly #isAside = (line: string): boolean => this.asides.has(line);
}

const longest = 60;

function shown(part: OutputPart): string {
  switch (part.kind) {
    case 'text':
      return part.text.length <= longest
        ? JSON.stringify(part.text)
        : `${JSON.stringify(part.text.slice(0, longest))} (${part.text.length} bytes)`;
    case 'line':
      return ' (a line) ';
    case 'open':
      return ' (any text) ';
    case 'ticks':
      return ` ${JSON.stringify(part.text)} 1, 2, 3, … `;
    case 'end':
      return '';
    case 'perhaps':
      return ` (or nothing: ${part.parts.map(shown).join('')}) `;
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n');

/** Texts that follow each other are one. */
function joined(parts: readonly OutputPart[]): readonly OutputPart[] {
  const result: OutputPart[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    const text = texts.join('');
    texts = [];
    if (text !== '') result.push({ kind: 'text', text });
  };
  for (const part of parts) {
    if (part.kind === 'text') texts.push(part.text);
    else {
      flush();
      result.push(part);
    }
  }
  flush();
  return result;
}

function matched(parts: readonly OutputPart[], text: string): Match {
  const match: Match = { whole: false, beginning: false };
  try {
    const end = after(parts, { at: new Set([0]), openFrom: undefined }, { text, match });
    note(end, { text, match });
    match.whole ||= isAt(end, text.length);
  } catch (error) {
    if (!(error instanceof TooManyPlaces)) throw error;
    return { whole: true, beginning: true };
  }
  return match;
}

interface Matching {
  readonly text: string;
  readonly match: Match;
}

const isAt = ({ at, openFrom }: Places, place: number): boolean =>
  at.has(place) || (openFrom !== undefined && openFrom <= place);

function note(places: Places, { text, match }: Matching): void {
  match.beginning ||= isAt(places, text.length);
}

function after(parts: readonly OutputPart[], from: Places, matching: Matching): Places {
  let places = from;
  for (const part of parts) {
    note(places, matching);
    places = afterOne(part, places, matching);
    if (places.at.size > maxPlaces) throw new TooManyPlaces();
  }
  return places;
}

function afterOne(part: OutputPart, places: Places, matching: Matching): Places {
  switch (part.kind) {
    case 'text':
      return afterText(part.text, places, matching);
    case 'line':
      return afterLine(part.shape, places, matching);
    case 'open':
      return isNowhere(places) ? nowhere : opened(places);
    case 'ticks':
      return afterTicks(part.text, places, matching);
    case 'end':
      matching.match.whole ||= isAt(places, matching.text.length);
      return places;
    case 'perhaps':
      return either(places, after(part.parts, places, matching));
  }
}

const isNowhere = ({ at, openFrom }: Places): boolean => at.size === 0 && openFrom === undefined;

const opened = ({ at, openFrom = Infinity }: Places): Places => ({
  at: new Set(),
  openFrom: Math.min(openFrom, ...at),
});

function either(one: Places, other: Places): Places {
  const openFrom = Math.min(one.openFrom ?? Infinity, other.openFrom ?? Infinity);
  return { at: new Set([...one.at, ...other.at]), openFrom: openFrom === Infinity ? undefined : openFrom };
}

function afterText(literal: string, { at, openFrom }: Places, { text, match }: Matching): Places {
  const ends = new Set<number>();
  for (const place of at) {
    if (text.startsWith(literal, place)) ends.add(place + literal.length);
    else if (text.length - place < literal.length && literal.startsWith(text.slice(place)))
      match.beginning = true;
  }
  if (openFrom === undefined) return { at: ends, openFrom };
  match.beginning = true;
  for (let found = text.indexOf(literal, openFrom); found >= 0; found = text.indexOf(literal, found + 1)) {
    ends.add(found + literal.length);
    if (ends.size > maxPlaces) throw new TooManyPlaces();
  }
  return { at: ends, openFrom: undefined };
}

function afterLine(shape: RegExp, { at, openFrom }: Places, { text, match }: Matching): Places {
  const starts = new Set(at);
  if (openFrom !== undefined) {
    match.beginning = true;
    starts.add(openFrom);
    for (let found = text.indexOf('\n', openFrom); found >= 0; found = text.indexOf('\n', found + 1)) {
      starts.add(found + 1);
      if (starts.size > maxPlaces) throw new TooManyPlaces();
    }
  }
  const ends = new Set<number>();
  for (const start of starts) {
    const end = text.indexOf('\n', start);
    if (end < 0) match.beginning = true;
    else if (shape.test(text.slice(start, end))) ends.add(end + 1);
  }
  return { at: ends, openFrom: undefined };
}

/** Whatever number they have reached. */
function afterTicks(said: string, { at, openFrom }: Places, { text, match }: Matching): Places {
  if (openFrom !== undefined) match.beginning = true;
  for (const place of at) {
    let reached = place;
    for (let n = 1; ; n++) {
      const line = `${numberedLine(said, n)}\n`;
      if (text.startsWith(line, reached)) reached += line.length;
      else {
        match.beginning ||= line.startsWith(text.slice(reached, reached + line.length));
        break;
      }
    }
  }
  return nowhere;
}
