// SPDX-License-Identifier: Apache-2.0
import { byArea } from '#results/area.js';
import { textsById } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';
import { whyRows, whyText } from '#results/why-text.js';
import { hostRows } from './host-rows.js';
import { type Html, markup } from './markup.js';
import { callNumbers } from './numbers.js';
import type { ReportView } from './report-view.js';
import { reproduce } from './reproduce.js';

/** JUnit parsers choke on megabytes, and a runtime may answer with as much. */
const maxCharacters = 8000;

/** JUnit XML: a suite per area, a case per contract. */
export function renderJunit(result: Result, view: ReportView): string {
  const suites = [...byArea(result.rulings)].map(([area, rulings]) => suite(area, rulings, { result, view }));
  const seconds = (result.ms / 1000).toFixed(3);
  const { markup: xml } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="criprobe" ${counts(result.rulings)} time="${seconds}">
${suites}</testsuites>
`;
  return xml.replace(noncharacters, '\uFFFD');
}

/** XML 1.0 forbids them, like control characters, which `markup` replaces. */
const noncharacters = /[\uFFFE\uFFFF]/g;

interface SuiteInput {
  readonly result: Result;
  readonly view: ReportView;
}

function suite(area: string, rulings: readonly ResultRuling[], shown: SuiteInput): Html {
  return markup`  <testsuite name="${area}" ${counts(rulings)}>
    <properties>
${properties(shown)}    </properties>
${rulings.map((ruling) => testcase(area, ruling, shown))}  </testsuite>
`;
}

function counts(rulings: readonly ResultRuling[]): Html {
  const count = (...kinds: readonly string[]): number =>
    rulings.filter((r) => kinds.includes(r.verdict)).length;
  const [failures, errors] = [count('violated'), count('undecided')];
  const skipped = count('unexercised', 'unsupported');
  return markup`tests="${rulings.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function properties({ result: { target, tool }, view: { header } }: SuiteInput): readonly Html[] {
  const facts: readonly (readonly [string, string])[] = [
    ['runtime', target.name],
    ['version', target.version],
    ['endpoint', target.endpoint],
    [tool.name, tool.version],
    ...(header ? hostRows(header) : []),
  ];
  return facts.map(
    ([name, value]) => markup`      <property name="${name}" value="${clipped(value)}"/>
`,
  );
}

function testcase(area: string, ruling: ResultRuling, shown: SuiteInput): Html {
  const text = textsById(shown.view.texts).get(ruling.contract);
  const name = text ? `${ruling.contract} ${text.title}` : ruling.contract;
  return markup`    <testcase classname="${area}" name="${name}">${ending(ruling, shown)}</testcase>
`;
}

/** The element inside a test case that did not pass. */
function ending(ruling: ResultRuling, { result, view }: SuiteInput): Html | undefined {
  const { level, verdict } = ruling;
  const message = clipped(whyText(ruling) ?? verdict);
  switch (verdict) {
    case 'held':
      return undefined;
    case 'violated':
      return markup`<failure type="${level}" message="${message}">${details(ruling, result, view)}</failure>`;
    case 'undecided':
      return markup`<error type="${level}" message="${message}">${details(ruling, result, view)}</error>`;
    case 'unexercised':
    case 'unsupported':
      return markup`<skipped message="${verdict}: ${message}"/>`;
  }
}

function details(
  { contract, level, expected, actual, reason, scenario, calls }: ResultRuling,
  result: Result,
  view: ReportView,
): string {
  const text = textsById(view.texts).get(contract);
  return clipped(
    [
      `${level.toUpperCase()} ${reason ?? ''}`.trimEnd(),
      ...whyRows({ expected, actual }).map(([label, text]) => `${label}: ${text}`),
      ...(scenario === undefined ? [] : [`scenario: ${scenario}`]),
      ...(text ? [`consequence: ${text.consequence}`, `reference: ${text.reference.source}`] : []),
      ...(calls.length === 0 ? [] : [`evidence: ${view.evidenceFile ?? ''} ${callNumbers(calls)}`]),
      ...reproduce(contract, result.target, view),
    ].join('\n'),
  );
}

function clipped(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}
