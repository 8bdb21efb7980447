// SPDX-License-Identifier: Apache-2.0
import { signalNumber } from '../signals.js';
import { setVariable, ShellLeave, type ShellState } from './shell-state.js';
import type { ProcessIo } from '../virtual-process.js';

type Builtin = (state: ShellState, argv: readonly string[], io: ProcessIo) => number | Promise<number>;

const leave =
  (to: 'exit' | 'break' | 'continue'): Builtin =>
  (state, argv) => {
    throw new ShellLeave(to, argv[1] === undefined ? state.lastCode : Number(argv[1]) & 0xff);
  };

const trap: Builtin = (state, argv, io) => {
  const [, script = '', ...names] = argv;
  for (const name of names) {
    const number = name === 'EXIT' || name === '0' ? 'EXIT' : signalNumber(name);
    if (number === undefined) {
      io.stderr(Buffer.from(`${state.scriptName}: trap: ${name}: invalid signal specification\n`));
      return 1;
    }
    setTrap(state, number, script);
  }
  return 0;
};

function setTrap(state: ShellState, number: number | 'EXIT', script: string): void {
  if (script === '-') state.traps.delete(number);
  else state.traps.set(number, script);
  if (number === 'EXIT') return;
  if (script === '-' || script === '') state.process.on(number, script === '' ? 'ignore' : 'default');
  else {
    state.process.on(number, () => {
      state.pending.push(number);
      state.interrupt();
    });
  }
}

/** Unlike a foreground program, `wait` yields to a trap at once. */
const wait: Builtin = async (state, argv) => {
  const wanted = argv.slice(1).map(Number);
  const children = [...state.process.children].filter(
    (child) => wanted.length === 0 || wanted.includes(child.pid),
  );
  const all = Promise.all(children.map((child) => child.ended)).then((codes) => codes.at(-1) ?? 0);
  const interrupted = new Promise<number>((resolve) => {
    state.interrupt = (): void => {
      resolve(128 + (state.pending[0] ?? 0));
    };
  });
  const code = await state.process.until(Promise.race([all, interrupted]));
  state.interrupt = (): void => undefined;
  return wanted.length === 0 && state.pending.length === 0 ? 0 : code;
};

const read: Builtin = async (state, argv) => {
  const chunk = await state.process.setup.io.stdin.read(state.process.signal);
  state.process.alive();
  setVariable(state, argv.at(-1) ?? 'REPLY', chunk?.toString().split('\n')[0] ?? '');
  return chunk === undefined ? 1 : 0;
};

const exportNames: Builtin = (state, argv) => {
  for (const word of argv.slice(1)) {
    const [name = '', ...value] = word.split('=');
    state.exported.add(name);
    if (value.length > 0) setVariable(state, name, value.join('='));
  }
  return 0;
};

const cd: Builtin = (state, argv, io) => {
  const path = state.process.path(argv[1] ?? state.variables.get('HOME') ?? '/');
  if (state.process.files.stat(path)?.kind === 'dir') {
    state.process.cwd = path;
    return 0;
  }
  io.stderr(Buffer.from(`cd: ${path}: No such file or directory\n`));
  return 1;
};

export const builtins: Readonly<Record<string, Builtin | undefined>> = {
  ':': () => 0,
  true: () => 0,
  false: () => 1,
  exit: leave('exit'),
  return: leave('exit'),
  break: leave('break'),
  continue: leave('continue'),
  set: () => 0,
  umask: () => 0,
  trap,
  wait,
  read,
  cd,
  export: exportNames,
  unset: (state, argv) => {
    for (const name of argv.slice(1)) state.variables.delete(name);
    return 0;
  },
};
