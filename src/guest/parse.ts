// SPDX-License-Identifier: Apache-2.0
import {
  views,
  type ParsedStatement,
  type Protocol,
  type Reaction,
  type Statement,
  type StatementParameters,
  type Verb,
} from './statement.js';
import { Words } from './words.js';

/** Undefined: the rest of the statement is invalid. */
type Parse<Parameters> = (words: Words) => Parameters | undefined;
type Parameters<V extends Verb> = StatementParameters[V];

const text: Parse<Parameters<'print'>> = ({ rest }) => ({ text: rest });

const numbered: Parse<Parameters<'lines'>> = (words) => {
  const count = words.number();
  return count === undefined ? undefined : { count, text: words.rest };
};

const nothing: Parse<object> = ({ rest }) => (rest === '' ? {} : undefined);

const lasting: Parse<Parameters<'sleep'>> = (words) => {
  const ms = words.milliseconds();
  return ms === undefined ? undefined : { ms };
};

/** The rest, including spaces. */
const path: Parse<Parameters<'cat'>> = ({ rest }) => (rest === '' ? undefined : { path: rest });

const pathAndText: Parse<Parameters<'put'>> = (words) => {
  const to = words.next();
  return to === '' ? undefined : { path: to, text: words.rest };
};

const ifFile: Parse<Parameters<'if-file'>> = (words) => {
  const of = words.next();
  return of === '' || words.rest === '' ? undefined : { path: of, then: parseStatement(words.rest) };
};

const times: Parse<Parameters<'times'>> = (words) => {
  const counter = words.next();
  const limit = words.number();
  if (counter === '' || limit === undefined || words.rest === '') return undefined;
  return { path: counter, limit, then: parseStatement(words.rest) };
};

const on: Parse<Parameters<'on'>> = (words) => {
  const signal = words.signal();
  const reaction = signal === undefined ? undefined : parseReaction(words.rest);
  return signal === undefined || reaction === undefined ? undefined : { signal, reaction };
};

function parseReaction(rest: string): Reaction | undefined {
  if (rest === 'ignore') return { kind: 'ignores' };
  if (rest.startsWith('exit ')) return parseExitReaction(new Words(rest.slice('exit '.length)));
  const runs = rest === 'print' || rest.startsWith('print ') || rest.startsWith('append ');
  return runs ? { kind: 'runs', statement: parseStatement(rest) } : undefined;
}

/** `N` or `N after DUR`. */
function parseExitReaction(words: Words): Reaction | undefined {
  const code = words.number();
  if (code === undefined) return undefined;
  if (words.rest === '') return { kind: 'exits', code: exitCode(code), afterMs: 0 };
  const afterMs = words.next() === 'after' ? words.milliseconds() : undefined;
  return afterMs === undefined ? undefined : { kind: 'exits', code: exitCode(code), afterMs };
}

/** An exit code as the kernel truncates it. */
const exitCode = (number: number): number => number % 256;

const show: Parse<Parameters<'show'>> = ({ rest }) => {
  const view = views.find((known) => known === rest);
  if (view !== undefined) return { view };
  const [, name] = /^env (.+)$/s.exec(rest) ?? [];
  return name === undefined ? undefined : { view: 'env', name };
};

function protocolOf(word: string): Protocol | undefined {
  return word === 'tcp' || word === 'udp' ? word : undefined;
}

const listen: Parse<Parameters<'listen'>> = (words) => {
  const protocol = protocolOf(words.next());
  const port = words.port();
  return protocol === undefined || port === undefined ? undefined : { protocol, port };
};

const connect: Parse<Parameters<'connect'>> = (words) => {
  const protocol = protocolOf(words.next());
  const address = words.address();
  const port = words.port();
  if (protocol === undefined || address === undefined || port === undefined) return undefined;
  return { protocol, address, port, text: words.rest };
};

const parsers: { readonly [V in Verb]: Parse<Parameters<V>> } = {
  print: text,
  eprint: text,
  write: text,
  ewrite: text,
  lines: numbered,
  elines: numbered,
  bytes: (words) => {
    const count = words.bytes();
    return count === undefined ? undefined : { count };
  },
  tick: (words) => {
    const everyMs = words.milliseconds();
    return everyMs === undefined ? undefined : { everyMs, text: words.rest };
  },
  echo: nothing,
  exit: (words) => {
    const code = words.number();
    return code === undefined ? undefined : { code: exitCode(code) };
  },
  raise: (words) => {
    const signal = words.signal();
    return signal === undefined ? undefined : { signal };
  },
  sleep: lasting,
  wait: nothing,
  on,
  put: pathAndText,
  append: pathAndText,
  cat: path,
  stat: path,
  device: path,
  await: path,
  remove: path,
  mkdir: path,
  'if-file': ifFile,
  times,
  show,
  memory: (words) => {
    const bytes = words.bytes();
    return bytes === undefined ? undefined : { bytes };
  },
  cpu: lasting,
  fork: (words) => {
    const count = words.number();
    const ms = words.milliseconds();
    return count === undefined || ms === undefined ? undefined : { count, ms };
  },
  background: (words) => {
    const ms = words.milliseconds();
    return ms === undefined ? undefined : { ms, text: words.rest };
  },
  listen,
  connect,
};

const isVerb = (word: string): word is Verb => Object.hasOwn(parsers, word);

/** Parses one argument of the test program. Ignores what follows the last word it needs. */
export function parseStatement(statement: string): ParsedStatement {
  const words = new Words(statement);
  const verb = words.next();
  const parameters = isVerb(verb) ? parsers[verb](words) : undefined;
  if (parameters === undefined) return { do: 'not-understood', text: statement };
  return { do: verb, ...parameters } as Statement;
}
