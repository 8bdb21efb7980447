// SPDX-License-Identifier: Apache-2.0
import { signalNumber } from './signals.js';
import { BoxExit, type Statement } from './statement.js';
import { parseUnitDuration, sizeBytes } from './units.js';
import type { VirtualProcess } from './virtual-process.js';

type Reaction = (
  process: VirtualProcess,
  words: readonly string[],
  rest: (n: number) => string,
) => (() => void) | false;

const reactions: Readonly<Record<string, Reaction>> = {
  exit: (process, words) => {
    const code = Number(words[2] ?? '0');
    const delayMs = words[3] === 'after' ? parseUnitDuration(words[4] ?? '') : 0;
    if (delayMs === undefined) return false;
    let leaving = false;
    return () => {
      if (leaving) return;
      leaving = true;
      if (delayMs === 0) process.end(code);
      else
        void process.setup.surroundings.clock.sleep(delayMs, process.signal).then(() => {
          process.end(code);
        });
    };
  },
  print: (process, _words, rest) => () => {
    process.print(`${rest(2)}\n`);
  },
  append: (process, words, rest) => () => {
    process.files.write(process.path(words[2] ?? ''), Buffer.from(`${rest(3)}\n`), {
      append: true,
      actor: process.setup.user,
    });
  },
};

function react(
  process: VirtualProcess,
  words: readonly string[],
  rest: (n: number) => string,
): false | undefined {
  const number = signalNumber(words[0] ?? '');
  if (number === undefined) return false;
  if (words[1] === 'ignore') {
    process.on(number, 'ignore');
    return undefined;
  }
  const reaction = reactions[words[1] ?? '']?.(process, words, rest);
  if (reaction === undefined || reaction === false) return false;
  process.on(number, reaction);
  return undefined;
}

async function burn(process: VirtualProcess, ms: number): Promise<void> {
  const step = 10;
  for (let done = 0; done < ms; done += step) {
    await process.sleep(Math.min(step, ms - done));
    process.cpuMs += Math.min(step, ms - done);
  }
}

/** A child that sleeps and then does something. */
function child(process: VirtualProcess, ms: number, then: (child: VirtualProcess) => void): void {
  const born = process.spawn({});
  void born.run(async (self) => {
    self.endsOnUnhandled = true;
    await self.sleep(ms);
    then(self);
    return 0;
  });
}

const timed =
  (action: (process: VirtualProcess, ms: number, rest: string) => void | Promise<void>, at = 0): Statement =>
  (process, { words, rest }) => {
    const ms = parseUnitDuration(words[at] ?? '');
    return ms === undefined ? false : action(process, ms, rest(at + 1));
  };

export const processStatements: Readonly<Record<string, Statement>> = {
  exit: (_process, { words }) => {
    throw new BoxExit(Number(words[0] ?? '0'));
  },
  raise: (process, { words }) => {
    const number = signalNumber(words[0] ?? '');
    if (number === undefined) return false;
    process.end(128 + number);
    process.alive();
  },
  sleep: timed((process, ms) => process.sleep(ms)),
  wait: (process) => process.forever(),
  on: (process, { words, rest }) => react(process, words, rest),
  memory: (process, { words }) => {
    const bytes = sizeBytes(words[0] ?? '');
    if (bytes === undefined) return false;
    process.allocate(bytes);
  },
  cpu: timed(burn),
  fork: (process, { words }) => {
    const ms = parseUnitDuration(words[1] ?? '');
    if (ms === undefined) return false;
    for (let n = 0; n < Number(words[0]); n++) child(process, ms, () => undefined);
  },
  background: timed((process, ms, text) => {
    child(process, ms, (self) => {
      self.print(`${text}\n`);
    });
  }),
};
