// SPDX-License-Identifier: Apache-2.0
// Writes the skeleton of a contract or a scenario:
// npm run new contract container.stop.some-rule, npm run new scenario pod.some-scenario
// `npm run check` fails until every TODO in it is filled in. Run it in the checkout.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogueFiles, catalogues, pathOf } from './generate/catalogues.mjs';
import { exampleFileFor, withExample } from './new/examples.mjs';
import { contractFrame, scenarioFrame } from './new/frames.mjs';

const root = process.cwd();
const [kind, id = ''] = process.argv.slice(2);
const problem = problemWith(kind, id);
if (problem === undefined) {
  const files = kind === 'contract' ? newContract() : newScenario();
  console.log(`fill in the TODOs in ${files.join(' and ')}${whatElse()}, then npm run generate`);
} else {
  console.error(problem);
  process.exitCode = 2;
}

function problemWith(wanted, name) {
  const catalogue = catalogues[`${wanted}s`];
  if (catalogue === undefined) return 'usage: npm run new contract|scenario <id>';
  const form = new RegExp(`^[a-z][a-z-]*(\\.[a-z0-9][a-z0-9-]*){${catalogue.words - 1}}$`);
  if (!form.test(name)) return `an id is ${catalogue.form}: ${name || 'none'} is not`;
  if (catalogue.serving.includes(name.split('.')[0])) return `${name.split('.')[0]} is a folder of helpers`;
  return existsSync(join(root, pathOf(catalogue, name))) ? `${name} is there already` : undefined;
}

function newContract() {
  const rule = pathOf(catalogues.contracts, id);
  write(rule, contractFrame(id));
  const examples = exampleFileFor(root, id);
  write(examples, withExample(read(examples), id));
  settleLists(catalogues.contracts);
  return [rule, examples];
}

function newScenario() {
  const scenario = pathOf(catalogues.scenarios, id);
  write(scenario, scenarioFrame(id));
  settleLists(catalogues.scenarios);
  return [scenario];
}

/** So that the compiler knows the id. */
function settleLists(catalogue) {
  for (const { file, text } of catalogueFiles(catalogue, root)) write(file, text);
}

function whatElse() {
  return kind === 'contract' ? `, name it in the 'exercises' of a scenario that gives it occasion` : '';
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
