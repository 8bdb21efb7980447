// SPDX-License-Identifier: Apache-2.0
// docs/lies.md: which lie is found by which contract, as the specs declare it and check it.

import { readdirSync } from 'node:fs';

export async function liesDocument() {
  const { allContracts } = await import('#contracts/all.generated.js');
  const groups = await declaredLies();
  const lies = groups.flatMap(({ lies }) => lies);
  const found = new Set(lies.flatMap(({ contracts }) => contracts));
  const without = allContracts
    .filter(({ id }) => !found.has(id) && !id.startsWith('node.'))
    .map(({ id, level }) => `${id} (${level})`);
  return [
    '# Lies',
    '',
    'Runtimes that lie, and the contracts that find them out. For each lie, a wrapper around the reference runtime falsifies',
    'answers, or changes requests on their way; a spec checks that the contracts in the last column are then violated.',
    '`npm run generate` writes this page from what the lies in `specs/support/lies` declare.',
    '',
    `${lies.length} lies; ${lies.filter(({ contracts }) => contracts.length === 0).length} of them are not found.`,
    ...groups.flatMap(section),
    '',
    '## Contracts that no lie on this page breaks',
    '',
    '`node.*` contracts are tested by `specs/runtimes/node-lies.spec.ts`, on a real runtime.',
    '',
    without.length === 0 ? 'No others.' : `${without.length} others: ${without.join(', ')}.`,
    '',
  ].join('\n');
}

const folder = new URL('../../specs/support/lies/', import.meta.url);

async function declaredLies() {
  const from = (file) => import(new URL(`${file}.ts`, folder).href);
  // Whatever a file exports that breaks something.
  const inFiles = async (below, pattern) => {
    const names = readdirSync(new URL(below, folder))
      .filter((name) => pattern.test(name))
      .sort();
    const files = await Promise.all(names.map((name) => from(below + name.replace(/\.ts$/, ''))));
    return files
      .flatMap((file) => Object.values(file))
      .flatMap((exported) => (Array.isArray(exported) ? exported : []))
      .filter(({ breaks }) => breaks !== undefined);
  };
  const { atOnceLies } = await from('bulk/at-once');
  const { incumbentLies } = await from('bulk/incumbent-lies');
  const { mutants, notFound: reasons } = await from('bulk/all');
  const { foundBy } = await from('bulk/found-by');
  const single = ({ name, scenario, breaks }) => ({ says: name, scenarios: [scenario], contracts: breaks });
  const bulk = ({ id, says, scenarios }) => ({
    says: `${id}: ${says}`,
    scenarios,
    contracts: foundBy[id] ?? [],
    why: reasons[id],
  });
  return [
    { heading: 'One contract each', lies: (await inFiles('./', /lies\.ts$/)).map(single) },
    { heading: 'After a restart', lies: (await inFiles('restart/', /\.ts$/)).map(single) },
    { heading: 'Told alone, and all at once', lies: atOnceLies.map(bulk) },
    { heading: 'What critest does not notice', lies: incumbentLies.map(bulk) },
    { heading: 'Bugs that runtimes had', lies: mutants.map(bulk) },
  ];
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
