// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { parseDuration } from '#base/text/duration.js';
import { signalNumber } from './signals.js';
import type { Program, VirtualProcess } from './virtual-process.js';

type Act = (process: VirtualProcess) => unknown;

interface Rule {
  readonly pattern: RegExp;
  readonly act: (match: RegExpExecArray) => Act | undefined;
}

const onSignal = (
  name: string | undefined,
  react: (process: VirtualProcess, number: number) => void,
): Act | undefined => {
  const number = signalNumber(name ?? '');
  return number === undefined
    ? undefined
    : (process) => {
        react(process, number);
      };
};

const rules: readonly Rule[] = [
  { pattern: /^runs$/, act: () => (process) => process.forever() },
  {
    pattern: /^exits (\d+)(?: after (.+))?$/,
    act: ([, code, delay]) => {
      const ms = delay === undefined ? 0 : parseDuration(delay.replaceAll(' ', ''));
      return ms === undefined ? undefined : async (process) => (await process.sleep(ms), Number(code));
    },
  },
  {
    pattern: /^ends on (\S+?)(?: with (\d+))?$/,
    act: ([, name, code]) =>
      onSignal(name, (process, number) => {
        process.on(number, () => {
          process.end(Number(code ?? 0));
        });
      }),
  },
  {
    pattern: /^ignores (\S+)$/,
    act: ([, name]) =>
      onSignal(name, (process, number) => {
        process.on(number, 'ignore');
      }),
  },
  {
    pattern: /^prints (.+)$/,
    act:
      ([, text]) =>
      (process) => {
        process.print(`${text ?? ''}\n`);
      },
  },
];

/**
 * `exits 4 after 0.1s`, `ends on SIGTERM`, `ignores SIGTERM`, `prints TEXT`, `runs`; several joined by
 * commas. Runs forever by default.
 */
export function programFromRule(text: string): Program {
  const acts = text.split(/\s*,\s*/).map((part) => actOf(part, text));
  return async (process) => {
    for (const act of acts) {
      const code = await act(process);
      if (typeof code === 'number') return code;
    }
    return process.forever();
  };
}

function actOf(part: string, whole: string): Act {
  for (const { pattern, act } of rules) {
    const match = pattern.exec(part);
    const found = match === null ? undefined : act(match);
    if (found !== undefined) return found;
  }
  throw new Failure('E-PROGRAM-RULE', `The program rule ${JSON.stringify(whole)} is not understood.`, {
    seen: part,
    fix: 'Use: exits N [after DURATION], ends on SIGNAL [with N], ignores SIGNAL, prints TEXT, runs; joined by commas.',
    exit: 2,
  });
}
