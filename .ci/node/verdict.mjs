// SPDX-License-Identifier: Apache-2.0
// Prints what a run on the emulated node came to: verdict.mjs DIRECTORY EXIT ONLY [KNOWN]. Red: anything undecided or stuck, a violation
// that is not known, and with every scenario played an exit code other than 0, which known violations that hold give as well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory, exit, only, knownFile] = process.argv.slice(2);
const lines = readFileSync(join(directory, 'evidence.jsonl'), 'utf8').trim().split('\n');
const events = lines.map((line) => JSON.parse(line));
const ends = events.filter(({ type }) => type === 'scenario-end');
const stuck = ends.filter(({ ended }) => ended === 'stuck');
const header = events.find(({ type }) => type === 'header');
const { rulings } = JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8'));
const count = (verdict) => rulings.filter((ruling) => ruling.verdict === verdict).length;
const known = knownFile
  ? [...readFileSync(knownFile, 'utf8').matchAll(/^- id: (\S+)/gm)].map(([, id]) => id)
  : [];
const unknown = rulings.filter(
  ({ verdict, level, contract }) => verdict === 'violated' && level === 'must' && !known.includes(contract),
);
const undecided = count('undecided');

console.log(
  `${header.target.name} ${header.target.version}: cgroup ${header.host.cgroupVersion}, driver ${header.host.cgroupDriver};`,
  `${ends.length} scenarios, held ${count('held')}, violated ${count('violated')}, undecided ${undecided}, exit ${exit}`,
);
for (const { scenario, reason } of stuck) console.log(`  stuck: ${scenario}: ${reason}`);
const isAsKnown = only === '' ? exit === '0' : unknown.length === 0 && ['0', '1'].includes(exit);
process.exitCode = isAsKnown && stuck.length === 0 && undecided === 0 ? 0 : 1;
