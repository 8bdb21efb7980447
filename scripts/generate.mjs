// SPDX-License-Identifier: Apache-2.0
// Writes everything that is generated and committed: npm run generate. With --check it writes nothing, names what is stale
// and fails. (Recordings of real kubelets need real kubelets: scripts/make-goldens.mjs.)
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generate-cri.mjs';
import { catalogueFiles, catalogues } from './generate/catalogues.mjs';
import { documents } from './generate/documents.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const onlyChecks = process.argv.includes('--check');

// Sources come first: documents are made by code that imports them.
const staleSources = settle([
  ...Object.entries(generatedFiles()).map(([name, text]) => ({
    file: `src/cri/proto/generated/${name}`,
    text,
  })),
  ...Object.values(catalogues).flatMap((catalogue) => catalogueFiles(catalogue)),
]);
const stale =
  onlyChecks && staleSources.length > 0 ? staleSources : [...staleSources, ...settle(await documents())];

if (onlyChecks && stale.length > 0) {
  console.error(`not what would be generated: ${stale.join(', ')}\nnpm run generate writes it`);
  process.exitCode = 1;
} else if (!onlyChecks) {
  console.log(stale.length === 0 ? 'nothing was stale' : `wrote ${stale.join(', ')}`);
}

/** The files that differed; they are written unless this only checks. */
function settle(files) {
  const different = files.filter(({ file, text }) => contentOf(file) !== text);
  if (!onlyChecks) for (const { file, text } of different) writeFileSync(`${root}${file}`, text);
  return different.map(({ file }) => file);
}

function contentOf(file) {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
