// SPDX-License-Identifier: Apache-2.0
export interface ImageReference {
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const domainPart = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domain = `(?:${domainPart}(?:\\.${domainPart})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const pathPart = '[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*';
const reference = new RegExp(
  `^((?:${domain}/)?${pathPart}(?:/${pathPart})*)` +
    '(?::([\\w][\\w.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$',
);

/** What an image name says, in the grammar of Docker references; undefined if it is not one. */
export function parseImageReference(image: string): ImageReference | undefined {
  const found = reference.exec(image);
  if (!found || (found[1]?.length ?? 0) > 255) return undefined;
  if (/^[a-f0-9]{64}$/.test(image)) return undefined;
  return { tag: found[2], digest: found[3] };
}

/** The text a kubelet asks the runtime for: with `:latest` where neither tag nor digest is written. */
export function withDefaultTag(image: string): string | undefined {
  const parsed = parseImageReference(image);
  if (!parsed) return undefined;
  return parsed.tag === undefined && parsed.digest === undefined ? `${image}:latest` : image;
}

/** The pull policy of a container that names none. */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const parsed = parseImageReference(image);
  const tag = parsed?.tag ?? (parsed?.digest === undefined ? 'latest' : undefined);
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}
