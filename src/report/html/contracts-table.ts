// SPDX-License-Identifier: Apache-2.0
import { byArea } from '#results/area.js';
import { type ContractText, textsById } from '#results/contract-text.js';
import { verdictKinds } from '#results/verdict-kinds.js';
import type { Result, ResultRuling } from '#results/result.js';
import { type Html, markup } from '../markup.js';
import { verdictMark } from './verdict-mark.js';

/** All contracts, a table per area, with a filter that appears when scripts run. */
export function contractsSection({ rulings, summary }: Result, texts: readonly ContractText[]): Html {
  const byId = textsById(texts);
  return markup`<section>
    <h2>All contracts</h2>
    <form class="filters" hidden="">
      ${verdictKinds.map(
        (kind) =>
          markup`<label><input type="checkbox" value="${kind}" checked="" /> ${verdictMark(kind)} ${summary[kind]}</label>`,
      )}
      <label>Words <input type="search" placeholder="id, title, reason" /></label>
      <output class="quiet"></output>
    </form>
    ${[...byArea(rulings)].map(([area, inArea]) => areaTable(area, inArea, byId))}
  </section>`;
}

function areaTable(
  area: string,
  rulings: readonly ResultRuling[],
  texts: ReadonlyMap<string, ContractText>,
): Html {
  const held = rulings.filter(({ verdict }) => verdict === 'held').length;
  return markup`<table class="contracts">
    <caption>
      ${area}
      <span class="quiet">${held} of ${rulings.length} held</span>
    </caption>
    <thead>
      <tr>
        <th scope="col">Verdict</th>
        <th scope="col">Level</th>
        <th scope="col">Contract</th>
      </tr>
    </thead>
    <tbody>
      ${rulings.map((ruling) => row(ruling, texts.get(ruling.contract)))}
    </tbody>
  </table>`;
}

function row(ruling: ResultRuling, text: ContractText | undefined): Html {
  const { contract, level, verdict, scenario } = ruling;
  return markup`<tr data-verdict="${verdict}">
    <td>${verdictMark(verdict)}</td>
    <td class="level">${level.toUpperCase()}</td>
    <td>
      <span class="id">${contract}</span>${text ? markup`<p>${text.title}</p>` : undefined}
      ${whyOf(ruling).map((line) => markup`<p class="quiet">${line}</p>`)}
      ${scenario === undefined ? undefined : markup`<p class="quiet">scenario <span class="id">${scenario}</span></p>`}
    </td>
  </tr>`;
}

function whyOf({ expected, actual, reason }: ResultRuling): readonly string[] {
  const lines = [expected && `expected ${expected}`, actual && `actual ${actual}`, reason];
  return lines.filter((line) => line !== undefined);
}
