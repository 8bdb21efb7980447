// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { everything } from './run/catalogue.js';
import { selectWork, type Selection } from './run/select.js';
import type { CommandResult } from './shared/use-case.js';

export interface ListOptions {
  readonly what: 'contracts' | 'scenarios';
  readonly selection: Selection;
}

/** The catalogue, one entry per line. */
export function list({ what, selection }: ListOptions): Promise<CommandResult> {
  const work = selectWork(selection, everything);
  const rows =
    what === 'contracts'
      ? work.contracts.map(({ id, level, title }) => ({ id, level, title }))
      : work.scenarios.map(({ id, title, exercises }) => ({ id, title, exercises }));
  return Promise.resolve({ exit: exitCode.ok, text: table(rows), json: rows });
}

interface Row {
  readonly id: string;
  readonly level?: string;
  readonly title: string;
}

function table(rows: readonly Row[]): string {
  const width = Math.max(0, ...rows.map(({ id }) => id.length));
  const lines = rows.map(
    ({ id, level, title }) =>
      `${id.padEnd(width)}  ${(level ?? '').padEnd(level === undefined ? 0 : 8)}${title}\n`,
  );
  return lines.join('');
}
