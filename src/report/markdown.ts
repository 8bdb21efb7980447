// SPDX-License-Identifier: Apache-2.0
import { fails } from '#results/fails.js';
import { byArea } from '#results/area.js';
import { textsById } from '#results/contract-text.js';
import { verdictKinds } from '#results/verdict-kinds.js';
import type { Result } from '#results/result.js';
import { md, mdTable } from './markdown-text.js';
import { secondsText } from './numbers.js';
import type { ReportView } from './report-view.js';
import { reproduce } from './reproduce.js';
import { unicodeSymbols } from './symbols.js';
import { verdictOf } from '#results/verdict-of.js';

/** A summary for a pull request or a job page. */
export function renderMarkdown(result: Result, view: ReportView): string {
  const { target, tool } = result;
  const blocks = [
    `## ${md(target.name)} ${md(target.version)}: ${verdictOf(result).word}`,
    `${verdictOf(result).sentence}. ${tool.name} ${md(tool.version)}, ${result.scenarios.length} scenarios in ${secondsText(result.ms)}.`,
    areaTable(result),
    ...wrongTable(result, view),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function areaTable({ rulings, summary }: Result): string {
  const rows = [...byArea(rulings)].map(([area, inArea]) => [
    md(area),
    ...verdictKinds.map((kind) => String(inArea.filter(({ verdict }) => verdict === kind).length)),
  ]);
  const all = ['**all**', ...verdictKinds.map((kind) => `**${summary[kind]}**`)];
  return mdTable(['area', ...verdictKinds.map((kind) => `${unicodeSymbols[kind]} ${kind}`)], [...rows, all]);
}

function wrongTable(result: Result, view: ReportView): readonly string[] {
  const texts = textsById(view.texts);
  const wrong = result.rulings.filter(fails);
  if (wrong.length === 0) return [];
  const rows = wrong.map(({ contract, level, verdict, reason }) => [
    `${unicodeSymbols[verdict]} ${verdict}`,
    `${md(contract)}<br>${md(texts.get(contract)?.title ?? '')}`,
    level.toUpperCase(),
    md(reason ?? ''),
    `<code>${md(reproduce(contract, result.target, view)[0])}</code>`,
  ]);
  return ['### What went wrong', mdTable(['verdict', 'contract', 'level', 'why', 'again'], rows)];
}
