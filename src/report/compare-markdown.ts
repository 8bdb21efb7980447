// SPDX-License-Identifier: Apache-2.0
import {
  agreements,
  countedDifferences,
  divergences,
  featureDifferences,
  verdictIn,
  type Comparison,
  type DifferenceFilter,
} from '#compare/compare-results.js';
import { verdictKinds } from '#results/verdict-kinds.js';
import { whyRows } from '#results/why-text.js';
import { md, mdTable } from './markdown-text.js';
import { symbols } from './symbols.js';

/** The comparison for a pull request: divergences first, the whole matrix folded below. */
export function renderComparisonMarkdown(comparison: Comparison, counting: DifferenceFilter): string {
  const { targets, contracts } = comparison;
  const names = targets.map(({ name }) => name);
  const parting = divergences(comparison);
  const features = featureDifferences(comparison);
  const counted = countedDifferences(comparison, counting).length;
  const flags = `--fail-on ${counting.failOn}${counting.features === true ? ' --fail-on-features' : ''}`;
  const blocks = [
    `## ${names.map(md).join(' · ')}`,
    `${agreements(comparison)} of ${contracts.length} contracts agree; ${counted} divergent at \`${flags}\`.`,
    mdTable(
      ['target', 'runtime', ...verdictKinds],
      targets.map(({ name, result }) => [
        md(name),
        md(`${result.target.name} ${result.target.version}`),
        ...verdictKinds.map((kind) => String(result.summary[kind])),
      ]),
    ),
    ...(parting.length === 0 ? [] : ['### Divergent', table(comparison, parting, true)]),
    ...(features.length === 0 ? [] : ['### Features that only some have', table(comparison, features, true)]),
    `<details><summary>All ${contracts.length} contracts</summary>\n\n${table(comparison, contracts, false)}\n\n</details>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function table({ targets }: Comparison, rows: Comparison['contracts'], reasons: boolean): string {
  return mdTable(
    ['contract', 'level', ...targets.map(({ name }) => md(name))],
    rows.map((compared) => [
      md(compared.contract),
      compared.level.toUpperCase(),
      ...targets.map(({ name }) => {
        const verdict = verdictIn(compared, name);
        const why = reasons ? whyRows(compared.rulings.get(name) ?? {}) : [];
        const lines = why.map(([label, text]) => (label === 'why' ? md(text) : `${label} ${md(text)}`));
        return [`${symbols[verdict]} ${verdict}`.trim(), ...lines].join('<br>');
      }),
    ]),
  );
}
