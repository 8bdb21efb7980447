// SPDX-License-Identifier: Apache-2.0
// How much of what a runtime answers is judged: npm run coverage. Fails if that is clearly less than scripts/coverage/floor.json
// says. --update raises the floor, --write writes docs/coverage.md; --recording measures the evidence.jsonl of a run, of
// any runtime, and only prints.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { renderCoverage } from './coverage/document.mjs';
import { readRpcs } from './coverage/fields.mjs';
import { explain } from './coverage/reasons.mjs';
import { explainRequests } from './coverage/requests.mjs';
import { below, raised, summarize } from './coverage/summary.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const floorFile = join(root, 'scripts/coverage/floor.json');
const document = 'docs/coverage.md';

const { values: options } = parseArgs({
  options: {
    recording: { type: 'string' },
    update: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const directory = mkdtempSync(join(tmpdir(), 'criprobe-coverage-'));
try {
  await cover(options.recording ?? recorded(join(directory, 'run')));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function cover(recording) {
  const results = await measured(recording);
  const violated = [...new Set(results.flatMap((result) => result.violated))].sort();
  if (violated.length > 0)
    console.log(`violated before anything was falsified, so not counted there: ${violated.join(', ')}`);
  const { rows, totals } = summarize(readRpcs(), results);
  const explained = { ...explain(rows), requests: explainRequests(rows) };
  const unexplained = explained.requests.open.filter(({ why }) => why === undefined);
  const summary = { rows, totals: { ...totals, requestFieldsUnexplained: unexplained.length } };
  report(summary, explained);
  // Another runtime fills other fields: the floor, the reasons and the document are those of the reference runtime.
  if (options.recording !== undefined) return;
  const unneeded = [
    ...explained.unneeded.map(
      ({ field }) => `scripts/coverage/reasons.mjs explains ${field}, which is judged`,
    ),
    ...explained.requests.unneeded.map(
      ({ field }) => `scripts/coverage/request-reasons.mjs explains ${field}, which has two values`,
    ),
  ];
  // One run may judge by chance what the next one does not: whoever writes the document looks at it.
  const complaints = [...settleFloor(summary), ...(options.write ? unneeded : [])];
  if (!options.write) for (const reason of unneeded) console.log(reason);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
  if (options.write) writeFileSync(join(root, document), await renderCoverage(summary, explained, document));
}

/** The evidence of all scenarios on the reference runtime. */
function recorded(output) {
  const command = [join(root, 'dist/cli/main.js'), 'run', '--managed', 'reference', '--output', output];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the run on the reference runtime ended with ${status}:\n${stderr}`);
  return join(output, 'evidence.jsonl');
}

function measured(recording) {
  const threads = Math.max(1, Math.min(4, availableParallelism()));
  return Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const worker = new Worker(new URL('./coverage/worker.mjs', import.meta.url), {
        workerData: { recording, threads, thread },
      });
      return new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', (code) => reject(new Error(`a thread ended with ${code} and no result`)));
      });
    }),
  );
}

function report({ rows, totals }, { unjudged, requests }) {
  for (const { rpc, fields } of rows) {
    const open = fields.filter(({ dropped, altered }) => dropped.length === 0 || altered.length === 0);
    if (fields.length > 0)
      console.log(`${rpc.padEnd(26)} ${fields.length - open.length} of ${fields.length} fields judged`);
  }
  const open = unjudged.filter(({ why }) => why === undefined).length;
  for (const { rpc, path, mode, why } of unjudged)
    console.log(`not judged: ${rpc} ${path} ${mode}${why === undefined ? '' : `, because ${why}`}`);
  for (const { rpc, path, why } of requests.open)
    if (why === undefined) console.log(`fewer than two values, and no reason: ${rpc} ${path}`);
  console.log(`${unjudged.length} times a wrong field is found by nobody, ${open} times without a reason`);
  for (const [name, value] of Object.entries(totals)) console.log(`${name.padEnd(20)} ${value}`);
}

function settleFloor({ totals }) {
  const floor = JSON.parse(readFileSync(floorFile, 'utf8'));
  if (options.update) writeFileSync(floorFile, `${JSON.stringify(raised(totals, floor), undefined, 2)}\n`);
  return below(totals, floor);
}
