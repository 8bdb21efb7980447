// SPDX-License-Identifier: Apache-2.0
// Prints what a run on the emulated node came to. Red: anything undecided or stuck, or an exit code other than 0.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory, exit] = process.argv.slice(2);
const lines = readFileSync(join(directory, 'evidence.jsonl'), 'utf8').trim().split('\n');
const events = lines.map((line) => JSON.parse(line));
const ends = events.filter(({ type }) => type === 'scenario-end');
const stuck = ends.filter(({ ended }) => ended === 'stuck');
const header = events.find(({ type }) => type === 'header');
const { rulings } = JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8'));
const count = (verdict) => rulings.filter((ruling) => ruling.verdict === verdict).length;
const undecided = count('undecided');

console.log(
  `${header.target.name} ${header.target.version}: cgroup ${header.host.cgroupVersion}, driver ${header.host.cgroupDriver};`,
  `${ends.length} scenarios, held ${count('held')}, violated ${count('violated')}, undecided ${undecided}, exit ${exit}`,
);
for (const { scenario, reason } of stuck) console.log(`  stuck: ${scenario}: ${reason}`);
process.exitCode = exit === '0' && stuck.length === 0 && undecided === 0 ? 0 : 1;
