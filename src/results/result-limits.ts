// SPDX-License-Identifier: Apache-2.0
import { countValues } from '#base/count-values.js';
import type { Result } from './result.js';

/** No suite of ours has a tenth of that. */
const maxRulings = 2_000;
const maxScenarios = 10_000;
const maxId = 200;
/** A verdict quotes at most 4000 characters each of what was expected and what came. */
const maxReason = 10_000;
const maxAllReasons = 2 << 20;
/** Length of what a runtime reports about itself. */
const maxName = 10_000;
const maxCalls = 20_000;

const maxFile = 32 << 20;
const maxValues = 1_000_000;

/** Why a text cannot be a result, checked before it is parsed; undefined: it may be one. */
export function excessInText(text: string): string | undefined {
  if (text.length > maxFile) return `${text.length} characters, a result has at most ${maxFile}`;
  return countValues(text, maxValues) > maxValues ? `more than ${maxValues} values` : undefined;
}

/** What no run writes and would make a reader wait. */
export function excessIn({ rulings, scenarios, target, tool }: Result): string | undefined {
  if (rulings.length > maxRulings) return `${rulings.length} rulings, at most ${maxRulings} are read`;
  if (scenarios.length > maxScenarios)
    return `${scenarios.length} scenarios, at most ${maxScenarios} are read`;
  const ids = [...rulings.map(({ contract }) => contract), ...scenarios.map(({ id }) => id)];
  if (ids.some(({ length }) => length > maxId)) return `an id of more than ${maxId} characters`;
  const names = [target.name, target.version, target.endpoint, tool.name, tool.version];
  if (names.some(({ length }) => length > maxName)) return `a name of more than ${maxName} characters`;
  if (rulings.some(({ calls }) => calls.length > maxCalls))
    return `a ruling with more than ${maxCalls} calls`;
  return longReason(rulings);
}

function longReason(rulings: Result['rulings']): string | undefined {
  const lengths = rulings.map(({ expected = '', actual = '', reason = '', scenario = '' }) => {
    return expected.length + actual.length + reason.length + scenario.length;
  });
  if (lengths.some((length) => length > maxReason)) return `a reason of more than ${maxReason} characters`;
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return all > maxAllReasons ? `reasons of ${all} characters, at most ${maxAllReasons} are read` : undefined;
}
