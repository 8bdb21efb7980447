// SPDX-License-Identifier: Apache-2.0
/** JSON as Go encodes it: no spaces; <, > and & escaped. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** The named fields in that order (the one of the Go type), without what omitempty omits. */
export function goFields(from: object, names: readonly string[]): Fields {
  const fields = from as Fields;
  return Object.fromEntries(
    names.flatMap((name) => (isOmitted(fields[name]) ? [] : [[name, fields[name]] as const])),
  );
}

/** The named fields that Go keeps even when empty, because they are pointers. */
export function goPointers(from: object, names: readonly string[]): Fields {
  const fields = from as Fields;
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const])),
  );
}

function isOmitted(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === 0 || value === false;
}
