// SPDX-License-Identifier: Apache-2.0
// Where specs/unit/contracts/examples has, or will have, the evidence that keeps a contract and the evidence
// that breaks it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'specs/unit/contracts/examples';
const entry = /^ {2}'([a-z][^']+)': \{$/gm;

/** The file with the examples of the contracts with the most similar ids. */
export function exampleFileFor(root, id) {
  const files = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const alike = files.map((file) => ({
    file,
    likeness: likenessOf(readFileSync(join(root, file), 'utf8'), id),
  }));
  return alike.reduce((best, each) => (each.likeness > best.likeness ? each : best)).file;
}

/** The text with a skeleton for the example, in the order of ids. */
export function withExample(text, id) {
  const later = [...text.matchAll(entry)].find(([, each]) => each > id);
  const at = later?.index ?? text.lastIndexOf('};');
  return `${text.slice(0, at)}  '${id}': {
    // TODO: the least that keeps the rule, and the same with one thing changed that breaks it
    held: (s) => s.running().stop(),
    violated: (s) => s.running().stop({ refused: 'UNKNOWN' }),
  },
${text.slice(at)}`;
}

/**
 * How many leading words the most similar id shares; for a new subject, any file with several subjects will
 * do.
 */
function likenessOf(text, id) {
  const words = id.split('.');
  const ids = [...text.matchAll(entry)].map(([, each]) => each.split('.'));
  const shared = ids.map((each) => {
    const differs = each.findIndex((word, at) => word !== words[at]);
    return differs < 0 ? words.length : differs;
  });
  return Math.max(0, ...shared) + new Set(ids.map(([subject]) => subject)).size / 100;
}
