// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import { fails } from '#results/fails.js';
import { textsById } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';
import { hostRows } from './host-rows.js';
import { callNumbers, countsLine, levelsLine, secondsText } from './numbers.js';
import { noColour, type Palette } from './palette.js';
import type { ReportView } from './report-view.js';
import { reproduce } from './reproduce.js';
import { paintOf, symbols } from './symbols.js';
import { undecidedTogether } from './undecided-together.js';
import { type RunVerdict, verdictOf } from '#results/verdict-of.js';
import { whyRows } from '#results/why-text.js';
import { labelled } from './wrap.js';

export interface TerminalView extends ReportView {
  readonly palette?: Palette | undefined;
  readonly width?: number | undefined;
  /** Contracts that are known to fail: one line each instead of all their rows. */
  readonly known?: ReadonlySet<string> | undefined;
  /** One line for every contract. */
  readonly verbose?: boolean | undefined;
}

type StyledView = TerminalView & {
  readonly palette: Palette;
  readonly width: number;
};

/** The summary of a run: the target, each failure in detail, the counts, the verdict. */
export function renderTerminal(result: Result, view: TerminalView): string {
  const styled: StyledView = {
    ...view,
    palette: view.palette ?? noColour,
    width: view.width ?? 100,
  };
  const wrong = result.rulings.filter(fails);
  const grouped = undecidedTogether(wrong, view.known);
  const blocks = [
    headLines(result, styled),
    ...(view.verbose === true ? [result.rulings.map((ruling) => lineOf(ruling, styled))] : []),
    ...grouped.alone.map((ruling) => failureLines(ruling, result, styled)),
    ...grouped.together.map((rulings) => failureLinesOfMany(rulings, result, styled)),
    [...countLines(result, styled), verdictLine(verdictOf(result), styled)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headLines({ tool, target }: Result, { header, palette, width }: StyledView): readonly string[] {
  const gap = ` ${symbols.dot} `;
  const lines = [
    palette.bold(`${tool.name} ${tool.version}`) +
      printable(`${gap}${target.name} ${target.version}${gap}${target.endpoint}`),
  ];
  if (!header) return lines;
  const facts = hostRows(header).map(([name, value]) => `${name} ${printable(value)}`);
  return [...lines, ...labelled('', facts.join(gap), { indent: 0, gutter: 0, width }).map(palette.dim)];
}

function failureLines(ruling: ResultRuling, result: Result, view: StyledView): readonly string[] {
  const { palette, width } = view;
  const { contract, level, verdict } = ruling;
  const title = textsById(view.texts).get(contract)?.title ?? '';
  const paint = paintOf(verdict, palette);
  const head = `${paint(`${symbols[verdict]} ${verdict}`)}  ${palette.bold(printable(contract))}  ${level.toUpperCase()}`;
  if (view.known?.has(contract))
    return [`${head}  known`, ...labelled('', title, { indent: 2, gutter: 0, width })];
  return [
    head,
    ...(title === '' ? [] : labelled('', title, { indent: 2, gutter: 0, width })),
    ...rowLines(rowsOf(ruling, result, view), width),
  ];
}

/** Contracts that one event left undecided, reported together. */
function failureLinesOfMany(
  rulings: readonly ResultRuling[],
  { target }: Result,
  view: StyledView,
): readonly string[] {
  const [{ scenario, reason } = {}] = rulings;
  const musts = rulings.filter(({ level }) => level === 'must').length;
  const mark = paintOf('undecided', view.palette)(`${symbols.undecided} undecided`);
  const rows: readonly Row[] = [
    ...(reason === undefined ? [] : [['why', reason] as const]),
    ...(scenario === undefined
      ? []
      : [
          ['scenario', scenario] as const,
          ['reproduce', reproduce(`scenario:${scenario}`, target, view)[0]] as const,
        ]),
    ['contracts', rulings.map(({ contract }) => contract).join(', ')],
  ];
  return [
    `${mark}  ${view.palette.bold(`${rulings.length} contracts`)}  ${musts} MUST`,
    ...rowLines(rows, view.width),
  ];
}

function rowLines(rows: readonly Row[], width: number): readonly string[] {
  return rows.flatMap(([label, text]) =>
    labelled(label, printable(text), {
      indent: 4,
      gutter: 13,
      width: commands.has(label) ? Infinity : width,
    }),
  );
}

function lineOf({ contract, level, verdict, reason }: ResultRuling, { palette }: StyledView): string {
  const why = reason === undefined || verdict === 'violated' ? '' : `  ${printable(reason)}`;
  const mark = paintOf(verdict, palette)(`${symbols[verdict]} ${verdict.padEnd(11)}`);
  return `${mark} ${level.toUpperCase().padEnd(6)} ${printable(contract)}${palette.dim(why)}`;
}

type Row = readonly [label: string, text: string];

/** Never wrapped: they are there to be pasted. */
const commands: ReadonlySet<string> = new Set(['reproduce', 'details']);

function rowsOf(ruling: ResultRuling, { target }: Result, view: StyledView): readonly Row[] {
  const { contract, scenario, calls } = ruling;
  const text = textsById(view.texts).get(contract);
  const [run, explain] = reproduce(contract, target, view);
  const evidence = view.evidenceFile ?? 'evidence';
  return [
    ...whyRows(ruling),
    ...(scenario === undefined ? [] : [['scenario', scenario] as const]),
    ...(text ? [['consequence', text.consequence] as const] : []),
    ...(calls.length === 0 ? [] : [['evidence', `${evidence}, ${callNumbers(calls)}`] as const]),
    ['reproduce', run],
    ['details', explain],
  ];
}

function countLines(result: Result, { palette }: StyledView): readonly string[] {
  const gap = ` ${symbols.dot} `;
  const many = result.scenarios.length;
  const time = `${many} scenario${many === 1 ? '' : 's'} in ${secondsText(result.ms)}`;
  const levels = levelsLine(result, gap);
  return [palette.dim(`${countsLine(result, gap)}${gap}${time}`), ...(levels === '' ? [] : [levels])];
}

function verdictLine({ word, sentence }: RunVerdict, { palette }: StyledView): string {
  const paint = {
    CONFORMANT: palette.green,
    'NOT CONFORMANT': palette.red,
    INCOMPLETE: palette.yellow,
    UNDECIDED: palette.yellow,
    'NO VERDICT': palette.yellow,
  };
  return palette.bold(paint[word](sentence));
}
