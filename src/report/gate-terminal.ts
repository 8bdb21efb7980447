// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import type { GateDecision } from '#policy/decide.js';
import type { GateContext } from '#policy/gate-json.js';
import type { RuleOutcome } from '#policy/rule-outcome.js';
import { noColour, type Palette } from './palette.js';
import { symbols } from './symbols.js';
import { labelled } from './wrap.js';

export interface GateView {
  readonly palette?: Palette | undefined;
  readonly width?: number | undefined;
  /** Also print the notes of passed rules. */
  readonly explain?: boolean | undefined;
}

/** One line per rule, reasons under the broken ones, then GO or NO-GO. */
export function renderGate(decision: GateDecision, context: GateContext, view: GateView = {}): string {
  const palette = view.palette ?? noColour;
  const blocks = [
    headLines(context, decision.rules.length),
    decision.rules.flatMap((rule) => ruleLines(rule, decision.rules, view)),
    lastLines(decision, palette),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headLines({ policyFile, result, baseline }: GateContext, rules: number): readonly string[] {
  const named = ({
    target,
  }: {
    readonly target: { readonly name: string; readonly version: string };
  }): string => printable(`${target.name} ${target.version}`);
  return [
    `policy     ${printable(policyFile)} (${rules} rules)`,
    `candidate  ${named(result)}  ${printable(result.target.endpoint)}`,
    ...(baseline ? [`baseline   ${named(baseline)}`] : []),
  ];
}

function ruleLines(rule: RuleOutcome, all: readonly RuleOutcome[], view: GateView): readonly string[] {
  const { palette = noColour, width = 110 } = view;
  const gutter = Math.max(...all.map(({ title }) => title.length)) + 3;
  const sign = rule.ok ? palette.green(symbols.held) : palette.red(symbols.violated);
  const notes = view.explain === true || !rule.ok ? rule.notes : [];
  return [
    ` ${sign} ${rule.title.padEnd(gutter)}${palette.dim(printable(rule.detail))}`,
    ...rule.reasons.flatMap((reason) =>
      labelled(symbols.dash, printable(reason), { indent: 5, gutter: 2, width }),
    ),
    ...notes.flatMap((note) =>
      labelled('', printable(note), { indent: 7, gutter: 0, width }).map(palette.dim),
    ),
  ];
}

function lastLines({ go, rules }: GateDecision, palette: Palette): readonly string[] {
  if (go) return [palette.bold(palette.green(`GO: all ${rules.length} rules kept`))];
  const broken = rules.filter(({ ok }) => !ok).map(({ rule }) => rule);
  return [
    palette.bold(
      palette.red(`NO-GO: ${broken.length} of ${rules.length} rules broken: ${broken.join(', ')}`),
    ),
    ...(broken.some((rule) => rule.startsWith('require') || rule === 'regressions')
      ? ['To accept a failing contract, list it under knownFailing with a reason, an issue and a date.']
      : []),
  ];
}
