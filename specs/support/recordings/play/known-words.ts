// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { applets } from '#reference-runtime/process/shell/applets.js';
import { builtins } from '#reference-runtime/process/shell/shell-builtins.js';
import { parseShell } from '#reference-runtime/process/shell/shell-syntax.js';
import type { ShellCommandNode } from '#reference-runtime/process/shell/shell-tree.js';
import { ShellSyntaxError, type Word } from '#reference-runtime/process/shell/shell-words.js';

const shells: ReadonlySet<string> = new Set(['sh', 'ash', 'bash']);

/** The reference runtime's interpreter can run this command to its end. */
export function isUnderstood(argv: readonly string[]): boolean {
  const [program = '', ...rest] = argv;
  const name = posix.basename(program);
  if (name === 'busybox') return isUnderstood(rest);
  if (!shells.has(name)) return name in applets;
  const at = rest.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? rest.length === 0 : isUnderstoodScript(rest[at + 1] ?? '');
}

function isUnderstoodScript(script: string): boolean {
  try {
    return isKnown(parseShell(script));
  } catch (error) {
    if (error instanceof ShellSyntaxError) return false;
    throw error;
  }
}

function isKnown(command: ShellCommandNode): boolean {
  switch (command.kind) {
    case 'simple':
      return isKnownSimple(command.words);
    case 'list':
      return command.steps.every((step) => isKnown(step.command));
    case 'loop':
      return isKnown(command.test) && isKnown(command.body);
    case 'for':
      return command.words.every(isKnownWord) && isKnown(command.body);
    case 'if':
      return isKnownIf(command);
    case 'pipe':
      return command.commands.every(isKnown);
    case 'not':
      return isKnown(command.command);
  }
}

function isKnownIf({ branches, otherwise }: ShellCommandNode & { kind: 'if' }): boolean {
  const isOk = branches.every(({ test, body }) => isKnown(test) && isKnown(body));
  return isOk && (otherwise === undefined || isKnown(otherwise));
}

function isKnownSimple(words: readonly Word[]): boolean {
  if (!words.every(isKnownWord)) return false;
  const first = words.findIndex((word) => !isAssignment(word));
  return first < 0 || isKnownCommand(words.slice(first).map(textOf));
}

function isKnownCommand([name, ...rest]: readonly (string | undefined)[]): boolean {
  if (name === undefined) return false;
  if (name === 'trap') return isUnderstoodScript(rest[0] ?? '');
  const runs = name === 'exec' ? rest : [name, ...rest];
  const argv = runs.filter((word) => word !== undefined);
  if (name === 'exec' || shells.has(posix.basename(name)))
    return argv.length === runs.length && isUnderstood(argv);
  return name in builtins || posix.basename(name) in applets;
}

const isAssignment = ([head]: Word): boolean => head?.kind === 'text' && /^[A-Za-z_]\w*=/.test(head.text);

/** The commands of a command substitution must be known, too. */
const isKnownWord = (word: Word): boolean =>
  word.every((part) => part.kind !== 'command' || isUnderstoodScript(part.script));

const textOf = (word: Word): string | undefined =>
  word.every((part) => part.kind === 'text') ? word.map((part) => part.text).join('') : undefined;
