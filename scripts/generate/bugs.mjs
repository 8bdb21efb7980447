// SPDX-License-Identifier: Apache-2.0
// docs/bugs.md: which bugs that runtimes had are found, by what, and which are not, and why.

import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { declaredLies } from './declared-lies.mjs';

const folder = new URL('../../specs/support/bugs/', import.meta.url);
const reports = new URL('../../reports/known/', import.meta.url);
const outcomes = ['caught', 'partly', 'not', 'difference'];

export async function bugsDocument() {
  const areas = readAreas(await declaredLies(), await knownIds());
  const counts = areas.map(({ area, bugs }) => [area, ...outcomes.map((one) => count(bugs, one))]);
  const [caught, partly, not, differences] = outcomes.map((_, at) =>
    counts.reduce((sum, row) => sum + row[at + 1], 0),
  );
  return [
    '# Bugs that runtimes had',
    '',
    'Each row is a bug of a released runtime. A bug is **caught** if a lie that behaves like it is told on the wire, in a',
    'scenario that provokes the bug, and a contract is violated: specs tell every lie that stands here',
    '([lies.md](lies.md)), or a real runtime that has the bug is known to fail. It is **partly** caught if a contract judges what is wrong, but no scenario provokes it for sure.',
    'A **difference** is not a bug: runtimes may do the one or the other. `npm run generate` writes this page from',
    '`specs/support/bugs`, and fails if a lie or a contract that is named there does not exist.',
    '',
    `**${caught} of ${caught + partly + not} are caught**, ${partly} partly, ${not} are not; ${differences} more are differences.`,
    '',
    table(['area', ...outcomes], counts),
    ...areas.flatMap(section),
    '',
  ].join('\n');
}

async function knownIds() {
  const { allContracts } = await import('#contracts/all.generated.js');
  const { allScenarios } = await import('#scenarios/all.generated.js');
  return new Set([...allContracts, ...allScenarios].map(({ id }) => id));
}

function readAreas(groups, known) {
  const lies = new Map(groups.flatMap((group) => group.lies).map((lie) => [lie.id ?? lie.says, lie]));
  const seen = new Set();
  return readdirSync(folder)
    .sort()
    .map((file) => parse(readFileSync(new URL(file, folder), 'utf8')))
    .map(({ area, bugs }) => ({ area, bugs: bugs.map((bug) => readBug(bug, { lies, known, seen })) }));
}

function readBug(bug, { lies, known, seen }) {
  const fault = (what) => new Error(`specs/support/bugs: ${bug.id}: ${what}`);
  if (seen.has(bug.id)) throw fault('is there twice');
  seen.add(bug.id);
  const named = [...outcomes, 'shown'].filter((one) => bug[one] !== undefined);
  if (named.length !== 1) throw fault(`has to have one of ${outcomes.join(', ')}, shown`);
  const [outcome] = named;
  if (outcome === 'shown') return { ...bug, outcome: 'caught', says: shownBy(bug, known, fault) };
  if (outcome !== 'caught') return { ...bug, outcome, says: bug[outcome] };
  const lie = lies.get(bug.caught);
  if (lie === undefined) throw fault(`there is no lie ${JSON.stringify(bug.caught)}`);
  const contract = bug.contract ?? lie.contracts[0];
  if (!lie.contracts.includes(contract)) throw fault(`the lie does not break ${contract}`);
  const strange = [contract, ...lie.scenarios].find((id) => !known.has(id));
  if (strange !== undefined) throw fault(`there is no ${strange}`);
  return { ...bug, outcome, says: `${link(contract)} in ${lie.scenarios.join(', ')}; lie: ${lie.says}` };
}

/** A runtime that has the bug is known to fail there; .ci/run checks that it does. */
function shownBy({ shown, contract, scenario }, known, fault) {
  const failing = parse(readFileSync(new URL(`${shown}.yaml`, reports), 'utf8'));
  if (!failing.some(({ id }) => id === contract)) throw fault(`${shown} is not known to fail ${contract}`);
  const strange = [contract, scenario].find((id) => !known.has(id));
  if (strange !== undefined) throw fault(`there is no ${strange}`);
  return `${link(contract)} in ${scenario}; ${shown} shows it: reports/known/${shown}.yaml`;
}

const count = (bugs, outcome) => bugs.filter((bug) => bug.outcome === outcome).length;

function section({ area, bugs }) {
  const rows = bugs.map(({ id, reported, bug, outcome, says }) => [id, reported, bug, outcome, says]);
  return [
    '',
    `## ${area}`,
    '',
    table(['bug', 'reported', 'what is wrong', 'outcome', 'by what, or why'], rows),
  ];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const link = (id) => `[${id}](contracts.md#${id.replaceAll('.', '')})`;
