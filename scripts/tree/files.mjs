// SPDX-License-Identifier: Apache-2.0
// Source files with their imports and exports, parsed line by line.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** npm runs every script there. */
const root = `${process.cwd()}/`;
const notOurs = /(^|\/)(node_modules|fixtures|generated|__snapshots__)\//;

/** Paths, from the root, of all handwritten files below a folder. */
export function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !notOurs.test(path) && !path.endsWith('.generated.ts'))
    .sort();
}

export function textOf(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Paths of the sources that a file imports. */
export function importsOf(path) {
  const specifiers = [...textOf(path).matchAll(/^(?:import|export|\})[^'\n]* from '([.#][^']+)';/gm)];
  return specifiers.map(([, specifier]) => {
    const target = specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(path), specifier);
    return target.replace(/\.js$/, '.ts');
  });
}

export function exportsOf(path) {
  const declared = textOf(path).matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
  );
  return [...declared].map(([, name]) => name);
}
