// SPDX-License-Identifier: Apache-2.0

export type Protocol = 'tcp' | 'udp';

export const views = [
  'args',
  'env',
  'ids',
  'groups',
  'caps',
  'hostname',
  'cwd',
  'pid',
  'mounts',
  'cgroup',
  'limits',
  'oom',
  'resolv',
  'hosts',
] as const;
export type View = (typeof views)[number];

interface Text {
  readonly text: string;
}

interface NumberedLines {
  readonly count: number;
  readonly text: string;
}

interface OnPath {
  readonly path: string;
}

interface WithDuration {
  readonly ms: number;
}

/**
 * Every statement of the test program, by its first word, with its parameters. docs/guest.md explains them.
 */
export interface StatementParameters {
  print: Text;
  eprint: Text;
  write: Text;
  ewrite: Text;
  lines: NumberedLines;
  elines: NumberedLines;
  bytes: { readonly count: number };
  tick: Text & { readonly everyMs: number };
  echo: object;
  exit: { readonly code: number };
  raise: { readonly signal: number };
  sleep: WithDuration;
  wait: object;
  on: { readonly signal: number; readonly reaction: Reaction };
  put: OnPath & Text;
  append: OnPath & Text;
  cat: OnPath;
  stat: OnPath;
  device: OnPath;
  await: OnPath;
  remove: OnPath;
  mkdir: OnPath;
  'if-file': OnPath & { readonly then: ParsedStatement };
  times: OnPath & { readonly limit: number; readonly then: ParsedStatement };
  /** Name of a variable; without one, `env` prints them all. */
  show: { readonly view: View; readonly name?: string };
  memory: { readonly bytes: number };
  cpu: WithDuration;
  fork: WithDuration & { readonly count: number };
  background: WithDuration & Text;
  listen: { readonly protocol: Protocol; readonly port: number };
  connect: Text & { readonly protocol: Protocol; readonly address: string; readonly port: number };
}

export type Verb = keyof StatementParameters;

/** A statement, or one of several verbs: `Statement<'put' | 'append'>`. */
export type Statement<V extends Verb = Verb> = {
  readonly [Name in V]: { readonly do: Name } & StatementParameters[Name];
}[V];

/** The program exits when it reaches this statement, not before. */
export interface NotUnderstood {
  readonly do: 'not-understood';
  /** The whole statement. */
  readonly text: string;
}

export type ParsedStatement = Statement | NotUnderstood;

/** The reaction to a signal. */
export type Reaction =
  | { readonly kind: 'ignores' }
  | { readonly kind: 'exits'; readonly code: number; readonly afterMs: number }
  | { readonly kind: 'runs'; readonly statement: ParsedStatement };

/** Exit codes of the program when it cannot do what a statement says. */
export const guestExitCodes = { notUnderstood: 64, notOpened: 66 } as const;
