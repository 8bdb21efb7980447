// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import { byArea } from '#results/area.js';
import {
  agreements,
  countedDifferences,
  divergences,
  featureDifferences,
  verdictIn,
  type ComparedContract,
  type Comparison,
  type DifferenceFilter,
} from '#compare/compare-results.js';
import { verdictKinds } from '#results/verdict-kinds.js';
import { whyRows } from '#results/why-text.js';
import { countsLine } from './numbers.js';
import { noColour, type Palette } from './palette.js';
import { paintOf, symbols } from './symbols.js';
import { labelled } from './wrap.js';

export interface CompareView extends DifferenceFilter {
  readonly palette?: Palette | undefined;
  readonly width?: number | undefined;
}

type StyledView = CompareView & { readonly palette: Palette; readonly width: number };

/** The targets, the matrix of contracts and runtimes, the differences, and the verdict. */
export function renderComparison(comparison: Comparison, view: CompareView): string {
  const dressed: StyledView = {
    ...view,
    palette: view.palette ?? noColour,
    width: view.width ?? 100,
  };
  const blocks = [
    targetLines(comparison),
    matrixLines(comparison, dressed),
    ...explained('Divergent', divergences(comparison), { comparison, view: dressed }),
    ...explained('Features that only some have', featureDifferences(comparison), {
      comparison,
      view: dressed,
    }),
    [lastLine(comparison, dressed)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function explained(
  title: string,
  differing: readonly ComparedContract[],
  { comparison, view }: { readonly comparison: Comparison; readonly view: StyledView },
): readonly (readonly string[])[] {
  if (differing.length === 0) return [];
  const lines = differing.map((compared) => divergentLines(compared, comparison, view));
  return [[view.palette.bold(`${title} (${differing.length})`)], ...lines];
}

function targetLines({ targets }: Comparison): readonly string[] {
  const gutter = Math.max(...targets.map(({ name }) => name.length)) + 2;
  const runtimes = targets.map(({ result: { target } }) => printable(`${target.name} ${target.version}`));
  const wide = Math.max(...runtimes.map(({ length }) => length)) + 2;
  return targets.map(({ name, result }, index) => {
    const runtime = (runtimes[index] ?? '').padEnd(wide);
    return `${printable(name).padEnd(gutter)}${runtime}${countsLine(result, ` ${symbols.dot} `)}`;
  });
}

function matrixLines(comparison: Comparison, { palette }: StyledView): readonly string[] {
  const { targets, contracts } = comparison;
  const gutter = contracts.reduce((wide, { contract }) => Math.max(wide, contract.length), 10) + 2;
  const widths = targets.map(({ name }) => Math.max(name.length, 4) + 2);
  const head = targets.map(({ name }, index) => printable(name).padEnd(widths[index] ?? 0)).join('');
  const rows = [...byArea(contracts).values()].flatMap((inArea) =>
    inArea.map((compared) => {
      const cells = targets.map(({ name }, index) => {
        const verdict = verdictIn(compared, name);
        return paintOf(verdict, palette)(symbols[verdict].padEnd(widths[index] ?? 0));
      });
      const mark = compared.divergent ? palette.yellow('differs') : compared.featureDiffers ? 'feature' : '';
      const row = `${compared.contract.padEnd(gutter)}${compared.level.toUpperCase().padEnd(8)}${cells.join('')}${mark}`;
      return row.trimEnd();
    }),
  );
  const legend = verdictKinds.map((kind) => `${symbols[kind]} ${kind}`).join('  ');
  return [
    palette.bold(`${'contract'.padEnd(gutter)}${'level'.padEnd(8)}${head}`.trimEnd()),
    ...rows,
    palette.dim(legend),
  ];
}

function divergentLines(
  compared: ComparedContract,
  { targets }: Comparison,
  view: StyledView,
): readonly string[] {
  const { palette, width } = view;
  const gutter = Math.max(...targets.map(({ name }) => name.length)) + 2;
  return [
    `  ${compared.contract}  ${compared.level.toUpperCase()}`,
    ...targets.flatMap(({ name }) => {
      const verdict = verdictIn(compared, name);
      const { expected, actual, reason } = compared.rulings.get(name) ?? {};
      const says = `${symbols[verdict]} ${verdict}${reason === undefined ? '' : `: ${printable(reason)}`}`;
      const under = { indent: 4 + gutter, gutter: 'expected '.length, width };
      const lines = [
        ...labelled(printable(name), says, { indent: 4, gutter, width }),
        ...whyRows({ expected, actual }).flatMap(([label, text]) => labelled(label, printable(text), under)),
      ];
      return verdict === 'violated' ? lines.map(palette.red) : lines;
    }),
  ];
}

function lastLine(comparison: Comparison, { failOn, features, palette }: StyledView): string {
  const { contracts } = comparison;
  const counted = countedDifferences(comparison, { failOn, features }).length;
  const sentence = `The targets agree on ${agreements(comparison)} of ${contracts.length} contracts`;
  const at = `divergent at --fail-on ${failOn}${features === true ? ' --fail-on-features' : ''}`;
  if (counted > 0) return palette.bold(palette.red(`${sentence}; ${counted} ${at}`));
  return palette.bold(`${sentence}; none ${at}`);
}
