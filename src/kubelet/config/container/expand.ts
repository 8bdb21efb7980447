// SPDX-License-Identifier: Apache-2.0
import type { Resolution } from '../resolved.js';

type Variables = Pick<ReadonlyMap<string, string>, 'get'>;

const reference = /\$(\$|\(([^)]*)\))/g;

/**
 * third_party/forked/golang/expansion/expand.go, Expand: `$(NAME)` is a variable, `$$` a dollar sign; unknown
 * names stay as written.
 */
export function expandVariables(text: string, variables: Variables): string {
  return text.replace(reference, (whole, what: string, name: string | undefined) => {
    if (what === '$') return '$';
    return variables.get(name ?? '') ?? whole;
  });
}

/** container/helpers.go, ExpandContainerVolumeMounts: the same, but an unknown name is an error. */
export function expandStrictly(text: string, variables: Variables): Resolution<string> {
  const missing = [...text.matchAll(reference)].find(
    ([, what, name = '']) => what !== '$' && variables.get(name) === undefined,
  );
  if (missing) return { problem: `missing value for "${missing[2] ?? ''}"` };
  return { value: expandVariables(text, variables) };
}
