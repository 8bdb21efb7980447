// SPDX-License-Identifier: Apache-2.0
import { FileError } from '../../files/file-error.js';
import { ByteSource } from '../byte-source.js';
import { expandWords } from './shell-expand.js';
import { runSimple } from './shell-simple.js';
import { redirected } from './shell-redirect.js';
import { exportedEnv, setVariable, ShellLeave, type ShellState } from './shell-state.js';
import { parseShell } from './shell-syntax.js';
import type { ShellCommandNode, ShellStep } from './shell-tree.js';
import { SIGKILL, SIGPIPE } from '#base/signal-numbers.js';
import { ShellSyntaxError } from './shell-words.js';
import type { Program, ProcessIo, VirtualProcess } from '../virtual-process.js';

const quickLoops = 200;
/** A shell that captures more is killed, like one that runs out of memory. */
const maxCapturedBytes = 4 * 1024 * 1024;

/** A small POSIX shell, enough for the scripts of common pods. `sh -c SCRIPT [NAME [ARGUMENT…]]`. */
export const shell: Program = async (process) => {
  const [script, name, ...positional] = scriptOf(process);
  if (script === undefined) return readScript(process);
  return runScript(process, script, { name: name ?? process.argv[0] ?? 'sh', positional });
};

function scriptOf(process: VirtualProcess): readonly string[] {
  const words = process.argv.slice(1);
  const dashC = words.findIndex((word) => /^-\w*c$/.test(word));
  if (dashC >= 0) return words.slice(dashC + 1);
  const [path, ...positional] = words.filter((word) => !/^[-+]/.test(word));
  if (path === undefined) return [];
  return [process.files.read(process.path(path), process.setup.user).toString(), path, ...positional];
}

/** Without a script, runs what arrives on stdin until that ends. */
async function readScript(process: VirtualProcess): Promise<number> {
  let text = '';
  for (;;) {
    const chunk = await process.setup.io.stdin.read(process.signal);
    process.alive();
    if (chunk === undefined) break;
    text += chunk.toString();
  }
  return runScript(process, text, { name: 'sh', positional: [] });
}

async function runScript(
  process: VirtualProcess,
  script: string,
  how: { readonly name: string; readonly positional: readonly string[] },
): Promise<number> {
  const state: ShellState = {
    process,
    variables: new Map(process.setup.env),
    exported: new Set(process.setup.env.keys()),
    positional: how.positional,
    scriptName: how.name,
    traps: new Map(),
    pending: [],
    interrupt: () => undefined,
    capture: (text) => captureOutput(state, text),
    lastCode: 0,
  };
  const code = await untilExit(state, () => parseShell(script));
  return leaveThroughTrap(state, code);
}

async function untilExit(state: ShellState, command: () => ShellCommandNode): Promise<number> {
  try {
    return await run(state, command(), state.process.setup.io);
  } catch (error) {
    if (error instanceof ShellLeave) return error.to === 'exit' ? error.code : state.lastCode;
    if (!(error instanceof ShellSyntaxError || error instanceof FileError)) throw error;
    state.process.complain(`${state.scriptName}: ${error.message}\n`);
    return 2;
  }
}

async function leaveThroughTrap(state: ShellState, code: number): Promise<number> {
  const script = state.traps.get('EXIT');
  if (script === undefined) return code;
  state.traps.delete('EXIT');
  await untilExit(state, () => parseShell(script));
  return code;
}

async function run(state: ShellState, command: ShellCommandNode, io: ProcessIo): Promise<number> {
  await runPendingTraps(state, io);
  const code = await runOne(state, command, io);
  state.lastCode = code;
  await runPendingTraps(state, io);
  return code;
}

async function runPendingTraps(state: ShellState, io: ProcessIo): Promise<void> {
  for (let number = state.pending.shift(); number !== undefined; number = state.pending.shift()) {
    const script = state.traps.get(number);
    const before = state.lastCode;
    if (script !== undefined) await run(state, parseShell(script), io);
    state.lastCode = before;
  }
}

async function runOne(state: ShellState, command: ShellCommandNode, io: ProcessIo): Promise<number> {
  if (command.kind === 'not') return (await run(state, command.command, io)) === 0 ? 1 : 0;
  if (command.kind === 'pipe') return runPipe(state, command.commands, io);
  const own = await redirected(state, command.redirections, io);
  switch (command.kind) {
    case 'simple':
      return runSimple(state, command, own);
    case 'list':
      return command.isSubshell ? runSubshell(state, command, own) : runSteps(state, command.steps, own);
    case 'loop':
      return runLoop(state, command, own);
    case 'for':
      return runFor(state, command, own);
    case 'if':
      return runIf(state, command, own);
  }
}

async function runSteps(state: ShellState, steps: readonly ShellStep[], io: ProcessIo): Promise<number> {
  let code = 0;
  for (const step of steps) {
    if (step.when !== 'always' && (step.when === 'success') !== (code === 0)) continue;
    if (step.inBackground) code = startBackground(state, step.command, io);
    else code = await run(state, step.command, io);
  }
  return code;
}

async function captureOutput(state: ShellState, script: string): Promise<string> {
  const chunks: Buffer[] = [];
  let left = maxCapturedBytes;
  const child = fork(state, parseShell(script), {
    ...state.process.setup.io,
    stdout: (bytes) => {
      left -= bytes.length;
      if (left >= 0) chunks.push(bytes);
      else state.process.endTree(128 + SIGKILL);
    },
  });
  state.lastCode = await state.process.until(child.ended);
  return Buffer.concat(chunks).toString().replace(/\n+$/, '');
}

/** Copies the shell into a new process. */
function fork(state: ShellState, command: ShellCommandNode, io: ProcessIo): VirtualProcess {
  const child = state.process.spawn({ env: exportedEnv(state), io });
  const copy: ShellState = {
    ...state,
    process: child,
    variables: new Map(state.variables),
    traps: new Map(),
    pending: [],
    capture: (text) => captureOutput(copy, text),
  };
  void child.run(() => untilExit(copy, () => command));
  return child;
}

function startBackground(state: ShellState, command: ShellCommandNode, io: ProcessIo): number {
  setVariable(state, '!', String(fork(state, command, io).pid));
  return 0;
}

const runSubshell = (
  state: ShellState,
  command: ShellCommandNode & { kind: 'list' },
  io: ProcessIo,
): Promise<number> =>
  state.process.until(fork(state, { ...command, isSubshell: false, redirections: [] }, io).ended);

async function runPipe(
  state: ShellState,
  commands: readonly ShellCommandNode[],
  io: ProcessIo,
): Promise<number> {
  let stdin = io.stdin;
  const children = commands.map((command, index) => {
    const next = new ByteSource();
    const isLast = index === commands.length - 1;
    const child: VirtualProcess = fork(state, command, {
      ...io,
      stdin,
      ...(!isLast && {
        stdout: (bytes: Buffer): void => {
          if (next.isAbandoned) child.deliver(SIGPIPE);
          else next.push(bytes);
        },
        room: (): Promise<void> => next.room(),
      }),
    });
    const source = stdin;
    void child.ended.then(() => {
      next.close();
      if (index > 0) source.abandon();
    });
    stdin = next;
    return child;
  });
  const codes = await state.process.until(Promise.all(children.map((child) => child.ended)));
  return codes.at(-1) ?? 0;
}

async function runLoop(
  state: ShellState,
  loop: ShellCommandNode & { kind: 'loop' },
  io: ProcessIo,
): Promise<number> {
  let code = 0;
  for (let turn = 1; ; turn++) {
    const goesOn = ((await run(state, loop.test, io)) === 0) !== loop.until;
    if (!goesOn) return code;
    const turned = await oneTurn(state, loop.body, io);
    if (turned === 'break') return code;
    code = turned;
    await rest(state.process, turn);
  }
}

/** A busy loop uses the container's CPU time, not the server's. */
async function rest(process: VirtualProcess, turn: number): Promise<void> {
  if (turn % quickLoops !== 0) return process.breathe();
  process.cpuMs += 1;
  await process.sleep(1);
}

async function runFor(
  state: ShellState,
  loop: ShellCommandNode & { kind: 'for' },
  io: ProcessIo,
): Promise<number> {
  let code = 0;
  for (const value of await expandWords(state, loop.words)) {
    setVariable(state, loop.name, value);
    const turned = await oneTurn(state, loop.body, io);
    if (turned === 'break') break;
    code = turned;
    await state.process.breathe();
  }
  return code;
}

async function oneTurn(state: ShellState, body: ShellCommandNode, io: ProcessIo): Promise<number | 'break'> {
  try {
    return await run(state, body, io);
  } catch (error) {
    if (!(error instanceof ShellLeave) || error.to === 'exit') throw error;
    return error.to === 'break' ? 'break' : 0;
  }
}

async function runIf(
  state: ShellState,
  command: ShellCommandNode & { kind: 'if' },
  io: ProcessIo,
): Promise<number> {
  for (const branch of command.branches) {
    if ((await run(state, branch.test, io)) === 0) return run(state, branch.body, io);
  }
  return command.otherwise === undefined ? 0 : run(state, command.otherwise, io);
}
