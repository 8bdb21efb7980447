// SPDX-License-Identifier: Apache-2.0
import { textsById } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';
import { whyRows } from '#results/why-text.js';
import { type Html, markup } from '../markup.js';
import { callNumbers } from '../numbers.js';
import { reproduce } from '../reproduce.js';
import { callDetails } from './call.js';
import type { HtmlView } from './html-view.js';
import { verdictMark } from './verdict-mark.js';

/** Calls to show per contract; the recording has them all. */
const maxCalls = 20;

/** A violated or undecided contract, with everything needed to act on it. */
export function wrongDetails(ruling: ResultRuling, result: Result, view: HtmlView): Html {
  const { contract, level, verdict } = ruling;
  const text = textsById(view.texts).get(contract);
  return markup`<details class="wrong" open="" id="wrong-${contract}">
    <summary>
      ${verdictMark(verdict)} <span class="badge">${level.toUpperCase()}</span>
      <span class="id">${contract}</span>
      <h3>${text?.title}</h3>
    </summary>
    <div>
      <dl class="facts">
        ${rowsOf(ruling, result, view).map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}
      </dl>
      ${callsOf(ruling, view)} ${logOf(contract, view)}
    </div>
  </details>`;
}

type Row = readonly [name: string, value: Html | string];

function rowsOf(ruling: ResultRuling, { target }: Result, view: HtmlView): readonly Row[] {
  const { contract, scenario, calls } = ruling;
  const text = textsById(view.texts).get(contract);
  const recording = [view.evidenceFile, callNumbers(calls)].filter((part) => part !== undefined).join(', ');
  const commands = reproduce(contract, target, view).join('\n');
  return [
    ...whyRows(ruling).map(([label, text]) => [capitalised(label), text] as const),
    ...(scenario === undefined ? [] : [['Scenario', markup`<span class="id">${scenario}</span>`] as const]),
    ...(text
      ? ([
          ['Consequence', text.consequence],
          ['Reference', `${text.reference.source}: ${text.reference.says}`],
        ] as const)
      : []),
    ...(calls.length === 0 ? [] : [['Evidence', recording] as const]),
    ['Reproduce', markup`<pre>${commands}</pre>`],
  ];
}

function callsOf({ contract, calls }: ResultRuling, { proofs }: HtmlView): Html | undefined {
  const proof = proofs?.get(contract);
  if (proof === undefined || proof.calls.length === 0) return undefined;
  const bySeq = new Map(proof.calls.map((call) => [call.seq, call]));
  const more = calls.length - maxCalls;
  return markup`<p class="quiet">The calls it rests on</p>
    ${calls.slice(0, maxCalls).map((seq) => callDetails(seq, bySeq.get(seq)))}
    ${more > 0 ? markup`<p class="quiet">and ${more} more in the recording</p>` : undefined}`;
}

function logOf(contract: string, { proofs }: HtmlView): Html | undefined {
  const lines = proofs?.get(contract)?.logLines ?? [];
  if (lines.length === 0) return undefined;
  return markup`<p class="quiet">What the runtime's own log says of these objects</p>
    <pre class="log">${lines.join('\n')}</pre>`;
}

function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
