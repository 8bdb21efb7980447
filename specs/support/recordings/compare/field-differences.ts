// SPDX-License-Identifier: Apache-2.0

/** Every field in which two requests differ, as `path: recorded …, made …`. */
export function fieldDifferences(recorded: unknown, made: unknown, path = ''): readonly string[] {
  if (isObject(recorded) && isObject(made)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(made)]);
    return [...keys].flatMap((key) =>
      fieldDifferences(recorded[key], made[key], path === '' ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(recorded) && Array.isArray(made) && recorded.length === made.length)
    return recorded.flatMap((each, at) => fieldDifferences(each, made[at], `${path}[${at}]`));
  if (JSON.stringify(recorded) === JSON.stringify(made)) return [];
  return [`${path}: recorded ${shown(recorded)}, made ${shown(made)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
