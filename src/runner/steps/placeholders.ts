// SPDX-License-Identifier: Apache-2.0
/** Fills in `{name}` in every string of a request or manifest; an unknown name stays as it is. */
export function fill<T>(value: T, lookUp: (name: string) => string | undefined): T {
  return fillAny(value, lookUp) as T;
}

function fillAny(value: unknown, lookUp: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{([a-z]+(?::[^{}]+)?)\}/g, (whole, name: string) => lookUp(name) ?? whole);
  }
  if (Array.isArray(value)) return value.map((item) => fillAny(item, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillAny(item, lookUp)]));
}

/** A placeholder that was not filled in; undefined: all were. */
export function unfilled(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\{(?:sandbox|(?:container|made|digest):[^{}]+)\}$/.exec(value)?.[0];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(unfilled)
    .find((found) => found !== undefined);
}

/** Replaces `registry.test/` by the run's own registry, in manifests and requests. */
export function withRegistry<T>(value: T, registry: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('registry.test/', `${registry}/`)) as T;
}
