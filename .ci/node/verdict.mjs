// SPDX-License-Identifier: Apache-2.0
// Prints what a run on the emulated node came to: verdict.mjs DIRECTORY EXIT ONLY [KNOWN]. Red: anything undecided or stuck, a violation
// that neither KNOWN nor known/starved-node.yaml explains, and with every scenario played one of KNOWN, not intermittent, that is not seen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory, exit, only, knownFile] = process.argv.slice(2);
const lines = readFileSync(join(directory, 'evidence.jsonl'), 'utf8').trim().split('\n');
const events = lines.map((line) => JSON.parse(line));
const ends = events.filter(({ type }) => type === 'scenario-end');
const stuck = ends.filter(({ ended }) => ended === 'stuck');
const header = events.find(({ type }) => type === 'header');
const { rulings } = JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8'));
const having = (verdict) => rulings.filter((ruling) => ruling.verdict === verdict);
const linesIn = (file) =>
  readFileSync(file, 'utf8')
    .split(/^- id: /m)
    .slice(1)
    .map((line) => ({
      id: line.trim().split(/\s/)[0],
      isIntermittent: /^ {2}intermittent: true$/m.test(line),
    }));
const idsOf = (lines) => lines.map(({ id }) => id);

const listed = knownFile ? linesIn(knownFile) : [];
const known = idsOf(listed);
const required = idsOf(listed.filter(({ isIntermittent }) => !isIntermittent));
const starved = idsOf(linesIn(join(import.meta.dirname, 'known', 'starved-node.yaml')));
const violated = having('violated').map(({ contract }) => contract);
const unknown = violated.filter((id) => !known.includes(id) && !starved.includes(id));
const unseen = only === '' ? required.filter((id) => !violated.includes(id)) : [];

console.log(
  `${header.target.name} ${header.target.version}: cgroup ${header.host.cgroupVersion}, driver ${header.host.cgroupDriver};`,
  `${ends.length} scenarios, held ${having('held').length}, violated ${violated.length},`,
  `undecided ${having('undecided').length}, exit ${exit}`,
);
for (const { scenario, reason } of stuck) console.log(`  stuck: ${scenario}: ${reason}`);
for (const id of violated.filter((id) => starved.includes(id))) console.log(`  of a starved node: ${id}`);
for (const id of unknown) console.log(`  not known: ${id}`);
for (const id of unseen) console.log(`  known, but not violated: ${id}`);
const isAsKnown = unknown.length + unseen.length + stuck.length + having('undecided').length === 0;
process.exitCode = isAsKnown && ['0', '1'].includes(exit) ? 0 : 1;
