// SPDX-License-Identifier: Apache-2.0
/** One part of a word: literal text, or something to expand. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly fallback?: string; readonly quoted: boolean }
  | { readonly kind: 'command'; readonly script: string; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly text: string };

export type Word = readonly WordPart[];

export type Token =
  | { readonly kind: 'word'; readonly word: Word; readonly raw: string }
  | { readonly kind: 'operator'; readonly text: string };

export class ShellSyntaxError extends Error {}

const operators = ['&&', '||', ';;', '>>', '>&', '<&', '&>', ';', '&', '|', '(', ')', '<', '>', '\n'];

export function tokenize(script: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < script.length) {
    const rest = script.slice(at);
    const skipped = /^(?:[ \t]+|\\\n|#[^\n]*)/.exec(rest);
    const operator = operators.find((text) => rest.startsWith(text));
    if (skipped !== null) at += skipped[0].length;
    else if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator });
      at += operator.length;
    } else {
      const scanner = new WordScanner(script, at);
      const word = scanner.scan();
      tokens.push({ kind: 'word', word, raw: script.slice(at, scanner.at) });
      at = scanner.at;
    }
  }
  return tokens;
}

class WordScanner {
  readonly #script: string;
  readonly #parts: WordPart[] = [];
  at: number;

  constructor(script: string, at: number) {
    this.#script = script;
    this.at = at;
  }

  scan(): Word {
    for (let c = this.#peek(); c !== '' && !/[\s;&|()<>]/.test(c); c = this.#peek()) this.#one(c);
    return this.#parts;
  }

  #one(c: string): void {
    if (c === "'") this.#single();
    else if (c === '"') this.#double();
    else if (c === '\\') this.#text(this.#take(2).slice(1));
    else if (c === '$' || c === '`') this.#dollar(false);
    else this.#text(this.#take(1));
  }

  #single(): void {
    const end = this.#script.indexOf("'", this.at + 1);
    if (end < 0) throw new ShellSyntaxError('unterminated quoted string');
    this.#text(this.#script.slice(this.at + 1, end));
    this.at = end + 1;
  }

  #double(): void {
    this.at++;
    this.#text('');
    for (let c = this.#peek(); c !== '"'; c = this.#peek()) {
      if (c === '') throw new ShellSyntaxError('unterminated quoted string');
      if (c === '\\') this.#text(this.#take(2).replace(/^\\([$`"\\\n])/, '$1'));
      else if (c === '$' || c === '`') this.#dollar(true);
      else this.#text(this.#take(1));
    }
    this.at++;
  }

  #dollar(quoted: boolean): void {
    const rest = this.#script.slice(this.at);
    const plain = /^\$([A-Za-z_]\w*|[0-9@*#?$!])/.exec(rest);
    const braced = /^\$\{([A-Za-z_]\w*|[0-9@*#?$!])(?::?-([^}]*))?\}/.exec(rest);
    if (rest.startsWith('$((')) this.#parts.push({ kind: 'arithmetic', text: this.#enclosed('$((', '))') });
    else if (rest.startsWith('$('))
      this.#parts.push({ kind: 'command', script: this.#enclosed('$(', ')'), quoted });
    else if (rest.startsWith('`'))
      this.#parts.push({ kind: 'command', script: this.#enclosed('`', '`'), quoted });
    else if (plain !== null) this.#variable(plain, quoted);
    else if (braced !== null) this.#variable(braced, quoted);
    else this.#text(this.#take(1));
  }

  #variable(match: RegExpExecArray, quoted: boolean): void {
    const fallback = match[2];
    this.#parts.push({
      kind: 'variable',
      name: match[1] ?? '',
      quoted,
      ...(fallback !== undefined && { fallback }),
    });
    this.at += match[0].length;
  }

  #enclosed(open: string, close: string): string {
    const start = this.at + open.length;
    let depth = 1;
    for (let at = start; at < this.#script.length; at++) {
      if (open !== close && this.#script[at] === '(') depth++;
      if (
        this.#script.startsWith(close, at) &&
        (open === close || (close === '))' ? depth === 1 : --depth === 0))
      ) {
        this.at = at + close.length;
        return this.#script.slice(start, at);
      }
      if (close === '))' && this.#script[at] === ')') depth--;
    }
    throw new ShellSyntaxError(`missing ${close}`);
  }

  #text(text: string): void {
    this.#parts.push({ kind: 'text', text });
  }

  #peek(): string {
    return this.#script[this.at] ?? '';
  }

  #take(count: number): string {
    const text = this.#script.slice(this.at, this.at + count);
    this.at += count;
    return text;
  }
}
