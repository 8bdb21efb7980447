// SPDX-License-Identifier: Apache-2.0
import { create } from 'xmlbuilder2';
import { replaceUnprintable } from '#base/text/printable.js';
import { byArea } from '#results/area.js';
import { textsById } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';
import { whyText } from '#results/why-text.js';
import { hostRows } from './host-rows.js';
import { callNumbers } from './numbers.js';
import type { ReportView } from './report-view.js';
import { reproduce } from './reproduce.js';

type Element = ReturnType<typeof create>;

/** Readers choke on megabytes, and a runtime may answer with as much. */
const maxCharacters = 8000;

/** JUnit XML: a suite per area, a case per contract. */
export function renderJunit(result: Result, view: ReportView): string {
  const root = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' }).ele(
    'testsuites',
    {
      name: 'criprobe',
      ...counts(result.rulings),
      time: (result.ms / 1000).toFixed(3),
    },
  );
  for (const [area, rulings] of byArea(result.rulings)) {
    const suite = root.ele('testsuite', { name: area, ...counts(rulings) });
    addProperties(suite, result, view);
    for (const ruling of rulings) addCase(suite, ruling, { area, result, view });
  }
  return `${replaceUnprintable(root.end({ prettyPrint: true }))}\n`;
}

function counts(rulings: readonly ResultRuling[]): Record<string, number> {
  const count = (...kinds: readonly string[]): number =>
    rulings.filter((r) => kinds.includes(r.verdict)).length;
  return {
    tests: rulings.length,
    failures: count('violated'),
    errors: count('undecided'),
    skipped: count('unexercised', 'unsupported'),
  };
}

function addProperties(suite: Element, { target, tool }: Result, { header }: ReportView): void {
  const properties = suite.ele('properties');
  const facts: readonly (readonly [string, string])[] = [
    ['runtime', target.name],
    ['version', target.version],
    ['endpoint', target.endpoint],
    [tool.name, tool.version],
    ...(header ? hostRows(header) : []),
  ];
  for (const [name, value] of facts) properties.ele('property', { name, value: clipped(value) });
}

interface Around {
  readonly area: string;
  readonly result: Result;
  readonly view: ReportView;
}

function addCase(suite: Element, ruling: ResultRuling, { area, result, view }: Around): void {
  const { contract, level, verdict } = ruling;
  const text = textsById(view.texts).get(contract);
  const name = text ? `${contract} ${text.title}` : contract;
  const testcase = suite.ele('testcase', { classname: area, name });
  const message = clipped(whyText(ruling) ?? verdict);
  switch (verdict) {
    case 'held':
      return;
    case 'violated':
      testcase.ele('failure', { type: level, message }).txt(story(ruling, result, view));
      return;
    case 'undecided':
      testcase.ele('error', { type: level, message }).txt(story(ruling, result, view));
      return;
    case 'unexercised':
    case 'unsupported':
      testcase.ele('skipped', { message: `${verdict}: ${message}` });
  }
}

function story(
  { contract, level, expected, actual, reason, scenario, calls }: ResultRuling,
  result: Result,
  view: ReportView,
): string {
  const text = textsById(view.texts).get(contract);
  return clipped(
    [
      `${level.toUpperCase()} ${reason ?? ''}`.trimEnd(),
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(actual === undefined ? [] : [`actual: ${actual}`]),
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
