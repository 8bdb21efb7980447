// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { allContracts } from '#contracts/all.generated.js';
import type { Contract } from '#contracts/contract.js';
import { labelled } from '#report/wrap.js';
import { allScenarios } from '#scenarios/all.generated.js';
import type { Scenario } from '#scenarios/scenario.js';
import { errorCatalogue, errorCodes, isErrorCode } from '#base/errors/catalogue.js';
import { unknownId, withoutPrefix } from './run/select.js';
import type { CommandResult } from './shared/use-case.js';

export interface ExplainOptions {
  /** Id of a contract or a scenario, or the code of an error. */
  readonly id: string;
}

type Facts = readonly (readonly [label: string, text: string])[];

/** Everything we know about one contract, scenario or error. */
export function explain({ id }: ExplainOptions): Promise<CommandResult> {
  const asCode = id.toUpperCase();
  if (isErrorCode(asCode)) return Promise.resolve(explainError(asCode));
  const contract = allContracts.find((each) => each.id === id);
  if (contract !== undefined) return Promise.resolve(explainContract(contract));
  const scenario = allScenarios.find((each) => each.id === withoutPrefix(id));
  if (scenario !== undefined) return Promise.resolve(explainScenario(scenario));
  const known = [
    ...allContracts.map((each) => each.id),
    ...allScenarios.map((each) => each.id),
    ...errorCodes,
  ];
  return Promise.reject(unknownId(withoutPrefix(id), known));
}

function explainError(code: keyof typeof errorCatalogue): CommandResult {
  const { title, exit, seen, likely, fix } = errorCatalogue[code];
  const facts: Facts = [
    ['seen', seen],
    ['likely', likely],
    ['fix', fix],
    ['exit', String(exit)],
  ];
  return answer(`${code}  ${title}`, facts, { code, title, seen, likely, fix, exit });
}

function explainContract(contract: Contract): CommandResult {
  const { id, level, since, title, reference, consequence, covers } = contract;
  const scenarios = allScenarios
    .filter(({ exercises }) => exercises.some((each) => each === id))
    .map((scenario) => scenario.id);
  const facts: Facts = [
    ['level', `${level}, since ${since}`],
    ['says', title],
    ['reference', `${reference.source}: ${reference.says}`],
    ['if broken', consequence],
    ['exercised by', scenarios.join(', ') || 'no scenario'],
    ...(covers.length === 0 ? [] : [['covers', covers.join(', ')] as const]),
  ];
  return answer(id, facts, { id, level, since, title, reference, consequence, covers, scenarios });
}

function explainScenario({ id, title, needs = [], exercises, steps }: Scenario): CommandResult {
  const facts: Facts = [
    ['scenario', title],
    ['steps', steps.map(nameOf).join(' → ')],
    ['exercises', exercises.join(', ')],
    ...(needs.length === 0 ? [] : [['needs', needs.join(', ')] as const]),
  ];
  return answer(id, facts, { id, title, needs, exercises, steps });
}

function nameOf(step: Scenario['steps'][number]): string {
  if (step.do === 'call') return step.rpc;
  if (step.do === 'calls-together') return step.calls.map(({ rpc }) => rpc).join(' + ');
  return step.do;
}

function answer(heading: string, facts: Facts, json: unknown): CommandResult {
  const width = Math.max(...facts.map(([label]) => label.length));
  const lines = facts.flatMap(([label, text]) =>
    labelled(label, text, { indent: 2, gutter: width + 2, width: 100 }),
  );
  return { exit: exitCode.ok, text: `${[heading, ...lines].join('\n')}\n`, json };
}
