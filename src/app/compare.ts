// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import { jsonText } from '#base/text/json-text.js';
import { allContracts } from '#contracts/all.generated.js';
import { withLevelsOf } from '#compare/as-known-here.js';
import { compareResults, exitOfComparison, type NamedResult } from '#compare/compare-results.js';
import { comparisonJson, type ComparisonJson } from '#compare/comparison-json.js';
import { renderComparisonMarkdown } from '#report/compare-markdown.js';
import { renderComparison } from '#report/compare-terminal.js';
import type { RunOutcome } from './run/execute-run.js';
import { writeOutput } from './run/output-directory.js';
import type { RunOptions } from './run/run-options.js';
import { exitWithReservations, reservationsText, type Reservations } from '#runner/reservations.js';
import { isDirectory, readResult } from './shared/read-result.js';
import { paletteFor } from './shared/palette-for.js';
import type { CommandResult, Io } from './shared/use-case.js';

/** One side of a comparison. */
export interface ComparedTarget {
  readonly name: string;
  readonly kind: 'endpoint' | 'managed' | 'result';
  /** Endpoint, managed spec or path of a result file. */
  readonly value: string;
}

/** The run options apply to every side that has to be run. Here `failOn` is about divergences. */
export interface CompareOptions extends RunOptions {
  /** A feature that only some targets have counts as a divergence. */
  readonly failOnFeatures: boolean;
  readonly targets: readonly ComparedTarget[];
  /** Name of the side to compare the others with; undefined: compare all with all. */
  readonly baseline: string | undefined;
  readonly markdown: boolean;
}

/** Compares runtimes side by side. Those without a result are run first, one after another. */
export async function compare(options: CompareOptions, io: Io): Promise<CommandResult> {
  const named: NamedResult[] = [];
  const reservations: Reservations[] = [];
  for (const target of baselineFirst(options)) {
    const compared = await resultOf(target, options, io);
    named.push({ name: target.name, result: compared.result });
    reservations.push(compared);
    if (io.signal.aborted) break;
  }
  const comparison = compareResults(named);
  const counted = { failOn: options.failOn, features: options.failOnFeatures };
  const markdown = renderComparisonMarkdown(comparison, counted);
  const text = options.markdown
    ? markdown
    : renderComparison(comparison, { ...counted, palette: paletteFor(io) });
  const json = comparisonJson(comparison, counted);
  await writeComparison({ markdown, json }, options, io);
  return {
    exit: reservations.reduce(exitWithReservations, exitOfComparison(comparison, counted)),
    text: `${text}${reservations.map(reservationsText).join('')}`,
    json,
  };
}

/** Next to the directories of the targets, if an output directory was given. */
async function writeComparison(
  { markdown, json }: { readonly markdown: string; readonly json: ComparisonJson },
  { output, reportPrefix }: CompareOptions,
  { cwd, signal }: Io,
): Promise<void> {
  if (output === undefined) return;
  const path = (name: string): string => join(resolve(cwd, output), `${reportPrefix}${name}`);
  await writeOutput(path('compare.json'), `${jsonText(json, 2)}\n`, signal);
  await writeOutput(path('compare.md'), markdown, signal);
}

function baselineFirst({ targets, baseline }: CompareOptions): readonly ComparedTarget[] {
  return [
    ...targets.filter(({ name }) => name === baseline),
    ...targets.filter(({ name }) => name !== baseline),
  ];
}

async function resultOf(
  target: ComparedTarget,
  options: CompareOptions,
  io: Io,
): Promise<Pick<RunOutcome, 'result'> & Reservations> {
  const { name, kind, value } = target;
  if (kind === 'result' || (await isDirectory(value)))
    return { result: withLevelsOf(allContracts, await readResult(value, io.signal)) };
  io.progress.line(`${name}:`);
  const output = options.output === undefined ? undefined : join(options.output, name);
  const endpoint = kind === 'endpoint' ? { runtimeEndpoint: value } : { managed: value };
  const runOptions = { ...options, output, managed: undefined, runtimeEndpoint: undefined, ...endpoint };
  const { runAndReport } = await import('./run/run-and-report.js');
  return runAndReport(runOptions, io);
}
