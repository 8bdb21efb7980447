// SPDX-License-Identifier: Apache-2.0
// The lies that specs tell, as specs/support/lies declares them.

import { readdirSync } from 'node:fs';

const folder = new URL('../../specs/support/lies/', import.meta.url);

/** Groups of lies: what each one says, in which scenarios it is told, and which contracts find it. */
export async function declaredLies() {
  const { atOnceLies } = await from('bulk/at-once');
  const { incumbentLies } = await from('bulk/incumbent-lies');
  const { upgradeLies } = await from('upgrade/upgrade-lies');
  const { mutants, notFound: reasons } = await from('bulk/all');
  const { foundBy } = await from('bulk/found-by');
  const single = ({ name, scenario, breaks }) => ({ says: name, scenarios: [scenario], contracts: breaks });
  const bulk = ({ id, says, scenarios }) => ({
    id,
    says: `${id}: ${says}`,
    scenarios,
    contracts: foundBy[id] ?? [],
    why: reasons[id],
  });
  return [
    {
      heading: 'One contract each',
      lies: (await Promise.all(['.', 'stats', 'bugs'].map((within) => inFiles(within, /lies\.ts$/))))
        .flat()
        .map(single),
    },
    { heading: 'After a restart', lies: (await inFiles('restart', /\.ts$/)).map(single) },
    { heading: 'After an upgrade', lies: upgradeLies.map(single) },
    { heading: 'About processes of a real runtime', lies: (await nodeLies()).map(single) },
    { heading: 'Told alone, and all at once', lies: atOnceLies.map(bulk) },
    { heading: 'What critest does not notice', lies: incumbentLies.map(bulk) },
    { heading: 'Bugs that runtimes had', lies: mutants.map(bulk) },
  ];
}

/** They need a containerd; specs/runtimes/node-lies.spec.ts tells them. */
async function nodeLies() {
  const { nodeLies, oomLie } = await from('../../runtimes/support/node-lies');
  return [...nodeLies, oomLie];
}

/** Whatever the files of a folder export that breaks something. */
async function inFiles(within, pattern) {
  const names = readdirSync(new URL(`${within}/`, folder))
    .filter((name) => pattern.test(name))
    .sort();
  const files = await Promise.all(names.map((name) => from(`${within}/${name.replace(/\.ts$/, '')}`)));
  return files
    .flatMap((file) => Object.values(file))
    .flatMap((exported) => (Array.isArray(exported) ? exported : []))
    .filter(({ breaks }) => breaks !== undefined);
}

const from = (file) => import(new URL(`${file}.ts`, folder).href);
