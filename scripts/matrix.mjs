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

/** Runs the suite on one runtime, `repeat` times; returns the findings, and the result if there is one. */
async function validate(entry, { repeat, work, selection, output }) {
  const runs = [];
  for (let turn = 1; turn <= repeat; turn++) {
    const run = await runEntry(entry, { directory: join(work, entry.name, String(turn)), selection });
    runs.push(run);
    console.log(`${entry.name}  ${turn}/${repeat}  ${run.seconds} s  ${sentence(run)}`);
  }
  const findings = findingsOf(runs);
  for (const finding of findings) console.log(`    ${entry.name}: ${finding}`);
  const { result } = runs.find((run) => run.result !== undefined) ?? {};
  return { entry, findings, file: result && publish(entry, result, output) };
}

/** These were judged on the node; here they are published and compared. */
function fromNode({ nodeResults, output }) {
  return resultsOfNode(nodeResults).map(({ entry, result }) => ({
    entry,
    file: publish(entry, result, output),
  }));
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
  const entries = entriesHere(options);
  if (options.list) return console.log(entries.map(({ name }) => name).join('\n'));
  mkdirSync(options.output, { recursive: true });
  const before = options.census ? census() : undefined;
  const validated = await pooled(entries, options.jobs, (entry) => validate(entry, options));
  const left = before === undefined ? [] : await leftSince(before);
  compareFiles([...validated, ...fromNode(options)], options.output);
  const red = validated.filter(({ findings }) => findings.length > 0);
  for (const { entry, findings } of red) console.log(`✗ ${entry.name}: ${findings.join('; ')}`);
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
