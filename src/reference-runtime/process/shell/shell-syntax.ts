// SPDX-License-Identifier: Apache-2.0
import type { Branch, ShellCommandNode, Redirection, ShellStep } from './shell-tree.js';
import { ShellSyntaxError, tokenize, type Token, type Word } from './shell-words.js';

export function parseShell(script: string): ShellCommandNode {
  const parser = new Parser(tokenize(script));
  const command = parser.list([]);
  parser.expectEnd();
  return command;
}

const closers = new Set(['do', 'done', 'then', 'elif', 'else', 'fi', '}']);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length) throw this.#unexpected();
  }

  list(until: readonly string[]): ShellCommandNode {
    const steps: ShellStep[] = [];
    let when: ShellStep['when'] = 'always';
    this.#separators();
    while (!this.#atEnd(until)) {
      const command = this.#pipeline();
      const operator = this.#operator();
      const inBackground = operator === '&';
      steps.push({ command, when, inBackground });
      if (operator === '&&' || operator === '||') {
        when = operator === '&&' ? 'success' : 'failure';
        this.#at++;
        this.#separators(['\n']);
      } else {
        when = 'always';
        if (inBackground) this.#at++;
        else if (!this.#atEnd(until) && operator !== ';' && operator !== '\n') throw this.#unexpected();
        this.#separators();
      }
    }
    return { kind: 'list', steps, isSubshell: false, redirections: [] };
  }

  #pipeline(): ShellCommandNode {
    if (this.#keyword() === '!') {
      this.#at++;
      return { kind: 'not', command: this.#pipeline() };
    }
    const commands = [this.#command()];
    while (this.#operator() === '|') {
      this.#at++;
      commands.push(this.#command());
    }
    const [only] = commands;
    return commands.length === 1 && only !== undefined ? only : { kind: 'pipe', commands };
  }

  #command(): ShellCommandNode {
    if (this.#operator() === '(') return this.#group('(', ')', true);
    const keyword = this.#keyword() ?? '';
    switch (keyword) {
      case '{':
        return this.#group('{', '}', false);
      case 'while':
      case 'until':
        return this.#loop(keyword === 'until');
      case 'for':
        return this.#for();
      case 'if':
        return this.#if();
      default:
        return this.#simple();
    }
  }

  #group(_open: string, close: string, isSubshell: boolean): ShellCommandNode {
    this.#at++;
    const body = this.list([close]);
    this.#expect(close);
    return {
      kind: 'list',
      steps: [{ command: body, when: 'always', inBackground: false }],
      isSubshell,
      redirections: this.#redirections(),
    };
  }

  #loop(until: boolean): ShellCommandNode {
    this.#at++;
    const test = this.list(['do']);
    return { kind: 'loop', test, until, body: this.#doBody(), redirections: this.#redirections() };
  }

  #for(): ShellCommandNode {
    this.#at++;
    const name = this.#keyword() ?? '';
    this.#at++;
    const words: Word[] = [];
    if (this.#keyword() === 'in') {
      this.#at++;
      for (let token = this.#tokens[this.#at]; token?.kind === 'word'; token = this.#tokens[++this.#at])
        words.push(token.word);
    } else words.push([{ kind: 'variable', name: '@', quoted: true }]);
    this.#separators();
    return { kind: 'for', name, words, body: this.#doBody(), redirections: this.#redirections() };
  }

  #if(): ShellCommandNode {
    const branches: Branch[] = [];
    let otherwise: ShellCommandNode | undefined;
    do {
      this.#at++;
      const test = this.list(['then']);
      this.#expect('then');
      branches.push({ test, body: this.list(['elif', 'else', 'fi']) });
    } while (this.#keyword() === 'elif');
    if (this.#keyword() === 'else') {
      this.#at++;
      otherwise = this.list(['fi']);
    }
    this.#expect('fi');
    return {
      kind: 'if',
      branches,
      ...(otherwise !== undefined && { otherwise }),
      redirections: this.#redirections(),
    };
  }

  #doBody(): ShellCommandNode {
    this.#expect('do');
    const body = this.list(['done']);
    this.#expect('done');
    return body;
  }

  #simple(): ShellCommandNode {
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      const found = this.#redirections();
      redirections.push(...found);
      const token = this.#tokens[this.#at];
      if (token?.kind !== 'word') break;
      words.push(token.word);
      this.#at++;
    }
    if (words.length === 0 && redirections.length === 0) throw this.#unexpected();
    return { kind: 'simple', words, redirections };
  }

  #redirections(): Redirection[] {
    const found: Redirection[] = [];
    for (let next = this.#redirection(); next !== undefined; next = this.#redirection()) found.push(...next);
    return found;
  }

  #redirection(): Redirection[] | undefined {
    const given = this.#redirectedFd();
    const operator = this.#operator(given === undefined ? 0 : 1) ?? '';
    const kind = kinds[operator];
    if (kind === undefined) return undefined;
    this.#at += given === undefined ? 1 : 2;
    const target = this.#tokens[this.#at++];
    if (target?.kind !== 'word') throw this.#unexpected();
    const fd = given ?? (kind === 'read' ? 0 : 1);
    return [{ fd, kind, target: target.word }, ...(operator === '&>' ? [errorsToo] : [])];
  }

  /** The number in `2>`. */
  #redirectedFd(): 0 | 1 | 2 | undefined {
    const raw = this.#keyword() ?? '';
    const isNumber = /^[012]$/.test(raw) && /^[<>]/.test(this.#operator(1) ?? '');
    return isNumber ? (Number(raw) as 0 | 1 | 2) : undefined;
  }

  #atEnd(until: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined) return true;
    const text = token.kind === 'word' ? token.raw : token.text;
    return until.includes(text) || (token.kind === 'word' && closers.has(text));
  }

  #separators(which: readonly string[] = [';', '\n']): void {
    while (which.includes(this.#operator() ?? '')) this.#at++;
  }

  #keyword(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === 'word' ? token.raw : undefined;
  }

  #operator(ahead = 0): string | undefined {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'operator' ? token.text : undefined;
  }

  #expect(text: string): void {
    if (this.#keyword() !== text && this.#operator() !== text) throw this.#unexpected();
    this.#at++;
  }

  #unexpected(): ShellSyntaxError {
    const token = this.#tokens[this.#at];
    const text = token === undefined ? 'end of file' : token.kind === 'word' ? token.raw : token.text;
    return new ShellSyntaxError(`syntax error: unexpected ${JSON.stringify(text)}`);
  }
}

const errorsToo: Redirection = { fd: 2, kind: 'duplicate', target: [{ kind: 'text', text: '1' }] };

const kinds: Readonly<Record<string, Redirection['kind']>> = {
  '<': 'read',
  '>': 'write',
  '>>': 'append',
  '>&': 'duplicate',
  '&>': 'write',
};
