// SPDX-License-Identifier: Apache-2.0
// docs/lies.md: which lie is found by which contract, as the specs declare it and check it.

import { declaredLies } from './declared-lies.mjs';

export async function liesDocument() {
  const { allContracts } = await import('#contracts/all.generated.js');
  const groups = await declaredLies();
  const lies = groups.flatMap(({ lies }) => lies);
  const found = new Set(lies.flatMap(({ contracts }) => contracts));
  const without = allContracts.filter(({ id }) => !found.has(id)).map(({ id, level }) => `${id} (${level})`);
  return [
    '# Lies',
    '',
    'Runtimes that lie, and the contracts that find them out. For each lie, a wrapper around the reference runtime falsifies',
    'answers, or changes requests on their way; a spec checks that the contracts in the last column are then violated.',
    'Lies about processes are told in front of a real runtime. `npm run generate` writes this page from what the lies in',
    '`specs/support/lies` and `specs/runtimes/support` declare.',
    '',
    `${lies.length} lies; ${lies.filter(({ contracts }) => contracts.length === 0).length} of them are not found.`,
    ...groups.flatMap(section),
    '',
    '## Contracts that no lie breaks',
    '',
    without.length === 0 ? 'None.' : `${without.length}: ${without.join(', ')}.`,
    '',
  ].join('\n');
}

function section({ heading, lies }) {
  if (lies.length === 0) throw new Error(`docs/lies.md: no lie under '${heading}'; were its files moved?`);
  const lines = lies.map(
    ({ says, scenarios, contracts, why }) =>
      `| ${says} | ${scenarios.join(', ')} | ${contracts.length === 0 ? notFound(why) : contracts.map(link).join(', ')} |`,
  );
  return ['', `## ${heading}`, '', '| lie | scenarios | found by |', '| --- | --- | --- |', ...lines];
}

const notFound = (why) => (why === undefined ? '_not found yet_' : `_not found here: ${why}_`);

const link = (id) => `[${id}](contracts.md#${id.replaceAll('.', '')})`;
