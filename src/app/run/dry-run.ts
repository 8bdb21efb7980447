// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { everything, ofRuns } from './catalogue.js';
import { isReference, resolveTarget } from '../target/discover.js';
import { workersFor, type RunOptions } from './run-options.js';
import { selectWork } from './select.js';
import type { CommandResult, Io } from '../shared/use-case.js';

/** What `run` would do, and on which runtime; starts nothing. */
export async function dryRun(options: RunOptions, io: Io): Promise<CommandResult> {
  const { contracts, scenarios } = selectWork(options.selection, ofRuns, everything);
  const target = await resolveTarget(options, io);
  const name = target.kind === 'endpoint' ? target.endpoint : target.spec;
  const workers = workersFor(options.workers, { isReference: isReference(target) });
  const lines = [
    `target     ${name}  (${target.why})`,
    `scenarios  ${String(scenarios.length)}, ${String(workers)} at a time`,
    ...scenarios.map(({ id, title }) => `  ${id}  ${title}`),
    `contracts  ${String(contracts.length)}`,
  ];
  const empty = scenarios.length === 0 && !options.passWithNoTests;
  return {
    exit: empty ? exitCode.nothingRan : exitCode.ok,
    text: `${lines.join('\n')}\n`,
    json: { target, scenarios: scenarios.map(({ id }) => id), contracts: contracts.map(({ id }) => id) },
  };
}
