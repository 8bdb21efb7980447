// SPDX-License-Identifier: Apache-2.0
export interface ImageReference {
  /** With the registry, without tag and digest. */
  readonly repository: string;
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

/** The longest reference. */
const maxLength = 1024;
const digest = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;

/** Parses an image name by the grammar of Docker references; undefined if it is not one. */
export function parseImageReference(image: string): ImageReference | undefined {
  if (image.length > maxLength || /^[a-f0-9]{64}$/.test(image)) return undefined;
  const found = reference.exec(image);
  const name = found?.[1] ?? '';
  if (!found || name.length > 255) return undefined;
  if (found[3] !== undefined && !digest.test(found[3])) return undefined;
  return { repository: repositoryOf(name), tag: found[2], digest: found[3] };
}

/** The full name: `busybox` is `docker.io/library/busybox`. */
function repositoryOf(name: string): string {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  const isHost = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  const [host, path] = isHost ? [first, name.slice(slash + 1)] : ['docker.io', name];
  if (host !== 'docker.io' && host !== 'index.docker.io') return name;
  return `docker.io/${path.includes('/') ? path : `library/${path}`}`;
}

/** The reference a kubelet passes to the runtime: with `:latest` if there is neither tag nor digest. */
export function withDefaultTag(image: string): string | undefined {
  const parsed = parseImageReference(image);
  if (!parsed) return undefined;
  return parsed.tag === undefined && parsed.digest === undefined ? `${image}:latest` : image;
}

/** The default pull policy. */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const asked = withDefaultTag(image);
  return asked !== undefined && parseImageReference(asked)?.tag === 'latest' ? 'Always' : 'IfNotPresent';
}
