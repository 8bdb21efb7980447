// SPDX-License-Identifier: Apache-2.0
import { fails } from '#results/fails.js';
import { createHash } from 'node:crypto';
import { verdictKinds } from '#results/verdict-kinds.js';
import type { Result } from '#results/result.js';
import { hostRows } from '../host-rows.js';
import { type Html, markup, trusted } from '../markup.js';
import { levelsLine, secondsText } from '../numbers.js';
import { type RunVerdict, verdictOf } from '#results/verdict-of.js';
import { contractsSection } from './contracts-table.js';
import type { HtmlView } from './html-view.js';
import { script } from './script.js';
import { style } from './style.js';
import { verdictMark } from './verdict-mark.js';
import { wrongDetails } from './wrong.js';

/** A single file that loads nothing: no network, no fonts; its Content-Security-Policy forbids both. */
export function renderHtml(result: Result, view: HtmlView): string {
  const { target } = result;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy()}" />
        <title>${verdictOf(result).word}: ${target.name} ${target.version}</title>
        <style>${trusted(style)}</style>
      </head>
      <body>
        <main>
          ${head(result, view)} ${wrongSection(result, view)} ${contractsSection(result, view.texts)}
          ${scenariosSection(result)}
          <footer>
            Written by ${result.tool.name} ${result.tool.version}. Nothing in this page is loaded from
            elsewhere.
          </footer>
        </main>
        <script>${trusted(script)}</script>
      </body>
    </html>`;
  return `${page.markup}\n`;
}

const bannerClass: Readonly<Record<RunVerdict['word'], string>> = {
  CONFORMANT: 'good',
  'NOT CONFORMANT': 'bad',
  INCOMPLETE: 'unsure',
  UNDECIDED: 'unsure',
  'NO VERDICT': 'unsure',
};

function head(result: Result, { header, evidenceFile }: HtmlView): Html {
  const { target, tool, summary } = result;
  const { word, sentence } = verdictOf(result);
  const facts = [
    ['endpoint', target.endpoint],
    ['suite', `${tool.name} ${tool.version}`],
    ...(header ? [['started', header.startedAt], ['run', header.run], ...hostRows(header)] : []),
    ...(evidenceFile === undefined ? [] : [['recording', evidenceFile]]),
    ['time', `${result.scenarios.length} scenarios in ${secondsText(result.ms)}`],
  ];
  return markup`<header>
    <h1>${target.name} ${target.version}</h1>
    <p class="quiet">CRI conformance: what a kubelet does, replayed and judged</p>
    <p class="banner ${bannerClass[word]}">${sentence}</p>
    <ul class="counts">
      ${verdictKinds.map((kind) => markup`<li><b>${summary[kind]}</b>${verdictMark(kind)}</li>`)}
    </ul>
    <p>${levelsLine(result, ' · ')}</p>
    <dl class="facts">
      ${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}
    </dl>
  </header>`;
}

function wrongSection(result: Result, view: HtmlView): Html | undefined {
  const wrong = result.rulings.filter(fails);
  if (wrong.length === 0) return undefined;
  return markup`<section>
    <h2>What went wrong</h2>
    ${wrong.map((ruling) => wrongDetails(ruling, result, view))}
  </section>`;
}

function scenariosSection({ scenarios }: Result): Html {
  return markup`<section>
    <h2>Scenarios</h2>
    <details>
      <summary>${scenarios.length} scenarios and their times</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            ${scenarios.map(
              ({ id, ms }) =>
                markup`<tr>
                  <td class="id">${id}</td>
                  <td>${secondsText(ms)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function contentPolicy(): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;
}
