// SPDX-License-Identifier: Apache-2.0
import { FileError } from '../../files/file-error.js';
import { testExpression } from './applet-test.js';
import { waitingApplets } from './applets-that-wait.js';
import { numberedPieces, piecesOf } from '../pieces.js';
import { shell } from './shell.js';
import { signalNumber } from '../signals.js';
import { parseDuration } from '#base/text/duration.js';
import type { Program, VirtualProcess } from '../virtual-process.js';

const words = (process: VirtualProcess): readonly string[] =>
  process.argv.slice(1).filter((word) => !/^-\w+$/.test(word));

const guarded =
  (program: Program): Program =>
  async (process) => {
    try {
      return await program(process);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      process.complain(`${process.argv[0] ?? ''}: ${error.message}\n`);
      return 1;
    }
  };

const sleep: Program = async (process) => {
  let total = 0;
  for (const word of words(process))
    total += word === 'infinity' ? Infinity : (parseDuration(/\d$/.test(word) ? `${word}s` : word) ?? 0);
  if (total === Infinity) return process.forever();
  await process.sleep(total);
  return 0;
};

const echo: Program = (process) => {
  const [first] = process.argv.slice(1);
  const flags = first !== undefined && /^-[ne]+$/.test(first) ? first : '';
  const text = process.argv.slice(flags === '' ? 1 : 2).join(' ');
  const shown = flags.includes('e') ? unescaped(text) : text;
  process.print(flags.includes('n') ? shown : `${shown}\n`);
  return 0;
};

const unescaped = (text: string): string =>
  text.replace(/\\([ntr\\])/g, (_all, c: string) => ({ n: '\n', t: '\t', r: '\r' })[c] ?? '\\');

const printf: Program = (process) => {
  const [, format = '', ...values] = process.argv;
  let next = 0;
  process.print(
    unescaped(format).replace(/%[sd%]/g, (spec) => (spec === '%%' ? '%' : (values[next++] ?? ''))),
  );
  return 0;
};

const cat: Program = async (process) => {
  const paths = words(process);
  for (const path of paths) await process.pour(piecesOf(process.read(path)));
  for (let open = paths.length === 0; open;) {
    const chunk = await process.setup.io.stdin.read(process.signal);
    process.alive();
    if (chunk === undefined) open = false;
    else process.write(chunk);
  }
  return 0;
};

const touch: Program = (process) => {
  for (const path of words(process)) {
    process.files.write(process.path(path), Buffer.alloc(0), { append: true, actor: process.setup.user });
  }
  return 0;
};

const rm: Program = (process) => {
  const isForced = process.argv.some((word) => /^-\w*f/.test(word));
  for (const path of words(process)) {
    if (!isForced || process.files.stat(process.path(path)) !== undefined)
      process.files.remove(process.path(path), process.setup.user);
  }
  return 0;
};

const mkdir: Program = (process) => {
  for (const path of words(process)) {
    const exists = process.files.stat(process.path(path)) !== undefined;
    if (!exists || !process.argv.includes('-p')) process.files.mkdir(process.path(path), process.setup.user);
  }
  return 0;
};

const ls: Program = (process) => {
  const [path = process.cwd] = words(process);
  const at = process.path(path);
  if (process.files.stat(at) === undefined) throw new FileError(path, 2);
  const names = process.files.stat(at)?.kind === 'dir' ? process.files.list(at) : [path];
  process.print(
    [...names]
      .sort()
      .map((name) => `${name}\n`)
      .join(''),
  );
  return 0;
};

const kill: Program = (process) => {
  const signal =
    process.argv
      .slice(1)
      .find((word) => word.startsWith('-'))
      ?.slice(1) ?? 'TERM';
  const number = signal === '0' ? 0 : (signalNumber(signal) ?? 15);
  const targets = words(process)
    .map(Number)
    .filter((pid) => !Number.isNaN(pid) && pid > 0);
  const found = targets.map((pid) => process.setup.surroundings.signalPid(pid, number));
  if (found.every(Boolean)) return 0;
  process.complain('kill: No such process\n');
  return 1;
};

const env: Program = (process) => {
  process.print([...process.setup.env].map(([name, value]) => `${name}=${value}\n`).join(''));
  return 0;
};

const id: Program = (process) => {
  const { uid, gid, groups } = process.setup.user;
  if (process.argv.includes('-u')) process.print(`${uid}\n`);
  else if (process.argv.includes('-g')) process.print(`${gid}\n`);
  else process.print(`uid=${uid} gid=${gid} groups=${groups.join(',')}\n`);
  return 0;
};

const seq: Program = async (process) => {
  const numbers = words(process).map(Number);
  const [first, last] = numbers.length > 1 ? [numbers[0] ?? 1, numbers.at(-1) ?? 0] : [1, numbers[0] ?? 0];
  await process.pour(numberedPieces([first, last], (n) => `${n}\n`));
  return 0;
};

const runs: Program = (process) => process.forever();

function guardedAll(programs: Readonly<Record<string, Program>>): Readonly<Record<string, Program>> {
  return Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, guarded(program)]));
}

/** busybox's behaviour, as far as common pods need it. */
export const applets: Readonly<Record<string, Program>> = {
  ...guardedAll(waitingApplets),
  sh: shell,
  ash: shell,
  bash: shell,
  sleep,
  echo,
  printf,
  cat: guarded(cat),
  touch: guarded(touch),
  rm: guarded(rm),
  mkdir: guarded(mkdir),
  ls: guarded(ls),
  kill,
  env,
  printenv: env,
  id,
  seq,
  top: runs,
  true: () => 0,
  false: () => 1,
  test: testExpression,
  '[': testExpression,
  pwd: (process) => (process.print(`${process.cwd}\n`), 0),
  hostname: (process) => (process.print(`${process.setup.surroundings.hostname}\n`), 0),
  whoami: (process) => (
    process.print(process.setup.user.uid === 0 ? 'root\n' : `${process.setup.user.uid}\n`),
    0
  ),
  date: (process) => (process.print(`${new Date().toISOString()}\n`), 0),
};
