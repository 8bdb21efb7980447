// SPDX-License-Identifier: Apache-2.0
export type Toml = Readonly<Record<string, string | number | boolean | readonly string[]>>;
export type Sections = readonly (readonly [path: string, values: Toml])[];

export function toml(top: Toml, sections: Sections): string {
  return [keys(top), ...sections.map(([path, values]) => `[${path}]\n${keys(values)}`)].join('\n');
}

/** JSON strings, numbers, booleans and arrays of strings are valid TOML. */
function keys(values: Toml): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('');
}
