// SPDX-License-Identifier: Apache-2.0
// Runs the suite on every runtime that .ci/setup-runtimes installed, one after the other: node
// scripts/matrix.mjs --help
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { census, leftSince } from './census.mjs';
import { compareFiles } from './matrix/compare-files.mjs';
import { entriesHere } from './matrix/entries.mjs';
import { findingsOf } from './matrix/findings.mjs';
import { resultsOfNode } from './matrix/node-results.mjs';
import { usage, readOptions } from './matrix/options.mjs';
import { pooled } from './pooled.mjs';
import { publish } from './matrix/publish.mjs';
import { runEntry } from './matrix/run-entry.mjs';

/**
 * Runs the suite on one runtime, `repeat` times; returns the findings, and the result if there is one.
 *
 * With `again`, what is found has to be found a second time: some bugs of real runtimes show once in a hundred runs on a
 * starved machine, and no list can name them beforehand. What came once is told with its report.
 */
async function validate(entry, options) {
  const runs = [];
  const run = async () => {
    const ended = await runOnce(entry, options, runs.length + 1);
    runs.push(ended);
    return ended;
  };
  for (let turn = 1; turn <= options.repeat; turn++) await run();
  const seen = findingsOf(runs);
  const reports = seen.length === 0 ? [] : runs.map(({ report }) => report);
  const findings = seen.length > 0 && options.again ? findingsOf([await run()]) : seen;
  const { result } = runs.findLast((each) => each.result !== undefined) ?? {};
  // What an upgrade is asked, no version alone is asked.
  const isCompared = result !== undefined && entry.command === undefined;
  const file = isCompared ? publish(entry, result, options.output) : undefined;
  return { entry, findings, seen, reports, file };
}

async function runOnce(entry, { work, selection }, turn) {
  const run = await runEntry(entry, { directory: join(work, entry.name, String(turn)), selection });
  console.log(`${entry.name}  run ${turn}  ${run.seconds} s  ${sentence(run)}`);
  for (const finding of findingsOf([run])) console.log(`    ${entry.name}: ${finding}`);
  return run;
}

/** Contracts `upgrade.*` are asked of upgrades only, and these are asked no others. */
function isAsked({ command }, { selection }) {
  const isOfUpgrades = (id) => /^(scenario:)?upgrade\./.test(id);
  return selection.length === 0 || selection.some((id) => isOfUpgrades(id) === (command === 'upgrade'));
}

/** These were judged on the node; here they are published and compared. */
function fromNode({ nodeResults, output }) {
  return resultsOfNode(nodeResults).map(({ entry, result }) => ({
    entry,
    file: publish(entry, result, output),
  }));
}

/** Last, for what a CI shows is the end of what is printed. */
function tell(validated) {
  for (const { entry, findings, seen, reports } of validated.filter((each) => each.seen.length > 0)) {
    for (const report of reports) console.log(`\n${entry.name}\n${report}`);
    if (findings.length > 0) console.log(`✗ ${entry.name}: ${findings.join('; ')}`);
    else console.log(`! ${entry.name}, in one run and not in the next: ${seen.join('; ')}`);
  }
}

function sentence({ result, exit }) {
  if (result === undefined) return `no result, exit ${exit}`;
  return Object.entries(result.summary)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const entries = entriesHere(options).filter((entry) => isAsked(entry, options));
  if (options.list) return console.log(entries.map(({ name }) => name).join('\n'));
  mkdirSync(options.output, { recursive: true });
  const before = options.census ? census() : undefined;
  const validated = await pooled(entries, options.jobs, (entry) => validate(entry, options));
  const left = before === undefined ? [] : await leftSince(before);
  compareFiles([...validated, ...fromNode(options)], options.output);
  const red = validated.filter(({ findings }) => findings.length > 0);
  tell(validated);
  console.log(
    `${validated.length - red.length} of ${validated.length} runtimes as expected; results in ${options.output}`,
  );
  for (const thing of left) console.log(`✗ left behind: ${thing}`);
  process.exitCode = red.length + left.length === 0 ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(`matrix: ${error.message}`);
  process.exitCode = 2;
}
