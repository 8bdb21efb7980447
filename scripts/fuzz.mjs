// SPDX-License-Identifier: Apache-2.0
// Fuzzes runs with new seeds for some minutes:
// node scripts/fuzz.mjs [--minutes 3] [--first <seed>] [--count <seeds>] [--jobs 8]
// With --count it stops after that many seeds instead. Needs a build. Exit 1: a seed failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const batch = 40;
const spec = 'specs/harness/fuzz.spec.ts';
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    first: { type: 'string' },
    count: { type: 'string' },
    jobs: { type: 'string', default: '8' },
  },
});
const first = Number(values.first ?? Date.now() % 1_000_000_000);
const count = values.count === undefined ? Infinity : Number(values.count);
const endsAt = values.count === undefined ? performance.now() + Number(values.minutes) * 60_000 : Infinity;

const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
const startedAt = performance.now();
const failed = [];
let done = 0;
try {
  while (done < count && performance.now() < endsAt) {
    const from = first + done;
    const to = from + Math.min(batch, count - done) - 1;
    for (const failure of failuresOf(from, to)) {
      failed.push(failure);
      say(failure);
    }
    done = to - first + 1;
    const perMinute = (done / ((performance.now() - startedAt) / 60_000)).toFixed(1);
    console.log(`seeds ${first} to ${to}: ${done} tried, ${perMinute} a minute, ${failed.length} failed`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.log(`\nadd to specs/fixtures/fuzz-seeds.json: ${failed.map(({ seed }) => seed).join(', ')}`);
  process.exitCode = 1;
}

function say({ seed, why }) {
  console.log(
    `\nseed ${seed} failed; once more: CRIPROBE_FUZZ_SEEDS=${seed} node scripts/test.mjs ${spec}\n${why}`,
  );
}

function failuresOf(from, to) {
  const file = join(directory, 'result.json');
  const words = ['scripts/test.mjs', spec, '--json', '--outputFile', file, '--silent'];
  const env = { ...process.env, CRIPROBE_FUZZ_SEEDS: `${from}-${to}`, CRIPROBE_FUZZ_JOBS: values.jobs };
  const { stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8', maxBuffer: 2 ** 30 });
  const [{ assertionResults = [], message = '' } = {}] = JSON.parse(readFileSync(file, 'utf8')).testResults;
  if (assertionResults.length !== to - from + 1)
    throw new Error(`the spec did not run: ${message || stderr}`);
  return assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ title, failureMessages }) => ({
      seed: Number(/seed (\d+)/.exec(title)?.[1]),
      why: failureMessages.join('\n').slice(0, 4_000),
    }));
}
