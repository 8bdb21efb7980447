// SPDX-License-Identifier: Apache-2.0
import { builtins } from './shell-builtins.js';
import { expandWords, expandOne } from './shell-expand.js';
import { exportedEnv, setVariable, ShellLeave, type ShellState } from './shell-state.js';
import type { ShellCommandNode } from './shell-tree.js';
import type { Word } from './shell-words.js';
import type { ProcessIo } from '../virtual-process.js';

const assignment = /^([A-Za-z_]\w*)=/;
const commandNotFound = 127;

export async function runSimple(
  state: ShellState,
  command: ShellCommandNode & { kind: 'simple' },
  io: ProcessIo,
): Promise<number> {
  const assignments: [string, string][] = [];
  let rest = command.words;
  for (let found = assigned(rest[0]); found !== undefined; found = assigned(rest[0])) {
    assignments.push([found.name, await expandOne(state, found.value)]);
    rest = rest.slice(1);
  }
  const argv = await expandWords(state, rest);
  if (argv.length > 0) return runWords(state, argv, { io, extra: assignments });
  for (const [name, value] of assignments) setVariable(state, name, value);
  return assignments.length === 0
    ? 0
    : state.lastCode * Number(command.words.some((word) => word.some((part) => part.kind === 'command')));
}

function assigned(word: Word | undefined): { name: string; value: Word } | undefined {
  const head = word?.[0];
  if (word === undefined || head?.kind !== 'text') return undefined;
  let text = '';
  let count = 0;
  for (const part of word) {
    if (part.kind !== 'text' || text.includes('=')) break;
    text += part.text;
    count++;
  }
  const match = assignment.exec(text);
  if (match === null) return undefined;
  return {
    name: match[1] ?? '',
    value: [{ kind: 'text', text: text.slice(match[0].length) }, ...word.slice(count)],
  };
}

interface Place {
  readonly io: ProcessIo;
  readonly extra: readonly (readonly [string, string])[];
}

async function runWords(state: ShellState, argv: readonly string[], place: Place): Promise<number> {
  const [name = ''] = argv;
  if (name === 'exec') return exec(state, argv.slice(1), place);
  const builtin = builtins[name];
  if (builtin !== undefined) return builtin(state, argv, place.io);
  return runProgram(state, argv, place);
}

async function runProgram(state: ShellState, argv: readonly string[], { io, extra }: Place): Promise<number> {
  const { process } = state;
  const env = new Map([...exportedEnv(state), ...extra]);
  const program = process.setup.surroundings.findProgram(argv[0] ?? '', env.get('PATH'));
  if (program === undefined) {
    io.stderr(Buffer.from(`${state.scriptName}: ${argv[0] ?? ''}: not found\n`));
    return commandNotFound;
  }
  const child = process.spawn({ argv, env, io });
  for (const [number, script] of state.traps)
    if (script === '' && number !== 'EXIT') child.on(number, 'ignore');
  void child.run(program);
  return process.until(child.ended);
}

/** Replaces the program of the same process: traps are reset, ignored signals stay ignored. */
async function exec(state: ShellState, argv: readonly string[], { io }: Place): Promise<number> {
  if (argv.length === 0) return 0;
  const { process } = state;
  const program = process.setup.surroundings.findProgram(argv[0] ?? '', state.variables.get('PATH'));
  if (program === undefined) {
    io.stderr(Buffer.from(`${state.scriptName}: exec: ${argv[0] ?? ''}: not found\n`));
    throw new ShellLeave('exit', commandNotFound);
  }
  for (const [number, script] of state.traps)
    if (number !== 'EXIT' && script !== '') process.on(number, 'default');
  state.traps.clear();
  process.argv = argv;
  throw new ShellLeave('exit', await program(process));
}
