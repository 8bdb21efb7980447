// SPDX-License-Identifier: Apache-2.0
/** `$(NAME)` becomes the variable, `$$` a dollar sign; what cannot be resolved stays as written. */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$(\$|\(([^)]*)\))/g, (whole, what: string, name: string | undefined) => {
    if (what === '$') return '$';
    return variables.get(name ?? '') ?? whole;
  });
}
