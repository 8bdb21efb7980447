// SPDX-License-Identifier: Apache-2.0
/** A parsed path of the distribution API. */
export type Route =
  | { readonly kind: 'root' }
  | { readonly kind: 'token' }
  | { readonly kind: 'tags'; readonly name: string }
  | { readonly kind: 'manifest'; readonly name: string; readonly reference: string }
  | { readonly kind: 'blob'; readonly name: string; readonly digest: string }
  | { readonly kind: 'unknown' };

const fixedRoutes: Readonly<Record<string, Route>> = {
  '/v2/': { kind: 'root' },
  '/v2': { kind: 'root' },
  '/token': { kind: 'token' },
};

export function routeOf(pathname: string): Route {
  return fixedRoutes[pathname] ?? namedRoute(pathname) ?? { kind: 'unknown' };
}

function namedRoute(pathname: string): Route | undefined {
  const match = /^\/v2\/(.+)\/(manifests|blobs|tags)\/([^/]+)$/.exec(pathname);
  const [, name = '', what, last = ''] = match ?? [];
  if (what === 'manifests') return { kind: 'manifest', name, reference: last };
  if (what === 'blobs') return { kind: 'blob', name, digest: last };
  if (what === 'tags' && last === 'list') return { kind: 'tags', name };
  return undefined;
}
