// SPDX-License-Identifier: Apache-2.0
import { printable, printableLines } from '#base/text/printable.js';
import { withoutTelling } from '#base/text/secrets.js';
import type { Check } from './doctor-check.js';

const marks = { fine: '✔', problem: '✘', warning: '!', skipped: '–' } as const satisfies Record<
  Check['mark'],
  string
>;

export function renderChecks(checks: readonly Check[]): string {
  const problems = checks.filter(({ mark }) => mark === 'problem');
  const warnings = checks.filter(({ mark }) => mark === 'warning');
  const [code] = problems.map((check) => check.code);
  const explain = code === undefined ? '' : ` More: criprobe explain ${code}`;
  return `${checks.map(renderCheck).join('')}\n${count(problems.length, 'problem')}, ${count(warnings.length, 'warning')}.${explain}\n`;
}

function renderCheck({ mark, says, code, seen, likely, fix }: Check): string {
  const details = [
    ['seen', seen],
    ['likely', likely],
    ['fix', fix],
  ] as const;
  const rows = details.flatMap(([label, text]) =>
    text === undefined
      ? []
      : [`     ${label.padEnd(8)}${printableLines(withoutTelling(text)).join(`\n${' '.repeat(13)}`)}\n`],
  );
  return ` ${marks[mark]} ${printable(withoutTelling(says))}${code === undefined ? '' : ` [${code}]`}\n${rows.join('')}`;
}

function count(number: number, what: string): string {
  return `${String(number)} ${what}${number === 1 ? '' : 's'}`;
}
