// SPDX-License-Identifier: Apache-2.0
// The lists of contracts and scenarios. The path of a catalogue entry gives its id and the name of its
// export.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const header = '// SPDX-License-Identifier: Apache-2.0\n// Written by `npm run generate`. Do not edit.\n';
const checkout = new URL('../../', import.meta.url).pathname;

/** `words` is the number of parts of an id; `serving` are folders without entries. */
export const catalogues = {
  contracts: {
    room: 'contracts',
    type: 'Contract',
    words: 3,
    form: 'subject.action.rule',
    serving: ['judging', 'occasions'],
    idsAreNamedElsewhere: true,
  },
  scenarios: { room: 'scenarios', type: 'Scenario', words: 2, form: 'subject.name', serving: [] },
};

/** The ids of all entries, in order. */
function idsOf({ room, words, serving }, root) {
  return readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !serving.includes(path.split('/')[0]))
    .map((path) => path.slice(0, -'.ts'.length).split('/'))
    .filter((path) => path.length === words)
    .map((path) => path.join('.'))
    .sort();
}

export function pathOf({ room }, id) {
  return `src/${room}/${id.replaceAll('.', '/')}.ts`;
}

/** `sandbox.run.ready-at-once` is exported as `sandboxRunReadyAtOnce`. */
export function constantOf(id) {
  return id.replace(/[.-](\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * The list, and the ids as a type: in a separate file if another room uses the ids, because it must not
 * import the entries.
 */
export function catalogueFiles(catalogue, root = checkout) {
  const { room, type, idsAreNamedElsewhere } = catalogue;
  const ids = idsOf(catalogue, root);
  const list = { file: `src/${room}/all.generated.ts`, text: header + listOf(catalogue, ids) };
  const idType = `\nexport type ${type}Id =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`;
  if (!idsAreNamedElsewhere) return [{ ...list, text: list.text + idType }];
  return [list, { file: `src/${room}/${type.toLowerCase()}-id.generated.ts`, text: header + idType }];
}

function listOf({ room, type }, ids) {
  const imports = ids.map((id) => `import { ${constantOf(id)} } from './${id.replaceAll('.', '/')}.js';`);
  return `import type { ${type} } from './${type.toLowerCase()}.js';
${imports.join('\n')}

/** Every ${type.toLowerCase()}, in the order of the ids. */
export const all${room[0].toUpperCase()}${room.slice(1)}: readonly ${type}[] = [
${ids.map((id) => `  ${constantOf(id)},`).join('\n')}
];
`;
}
