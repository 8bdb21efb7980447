// SPDX-License-Identifier: Apache-2.0
import { invalid } from '../refuse.js';

/** An image reference with all defaults filled in. */
export interface ParsedReference {
  /** Host, with its port. */
  readonly registry: string;
  readonly repository: string;
  /** Absent if there is a digest, which decides alone. */
  readonly tag?: string;
  readonly digest?: string;
}

const host = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:]+\])(?::\d+)?$/;
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagPattern = /^\w[\w.-]{0,127}$/;
const digestPattern = /^sha256:[0-9a-f]{64}$/;
const emptyDigest = `sha256:${'0'.repeat(64)}`;
const defaultRegistry = 'docker.io';

export function parseReference(text: string): ParsedReference {
  const [named = '', digest, ...more] = text.split('@');
  const { name, tag } = splitTag(named);
  const { registry, repository } = splitName(name);
  const isNamed = host.test(registry) && repository.split('/').every((part) => component.test(part));
  const isPinned = more.length === 0 && digestPattern.test(digest ?? emptyDigest);
  if (!isNamed || !isPinned || !tagPattern.test(tag)) {
    throw invalid(`invalid reference format: ${JSON.stringify(text)}`);
  }
  return digest === undefined ? { registry, repository, tag } : { registry, repository, digest };
}

function splitTag(named: string): { name: string; tag: string } {
  const colon = named.lastIndexOf(':');
  if (colon <= named.lastIndexOf('/')) return { name: named, tag: 'latest' };
  return { name: named.slice(0, colon), tag: named.slice(colon + 1) };
}

function splitName(name: string): { registry: string; repository: string } {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  if (first === 'localhost' || /[.:[]/.test(first))
    return { registry: first, repository: name.slice(slash + 1) };
  return { registry: defaultRegistry, repository: slash < 0 ? `library/${name}` : name };
}

export const formatReference = (reference: ParsedReference): string => {
  const name = `${reference.registry}/${reference.repository}`;
  return reference.digest === undefined
    ? `${name}:${reference.tag ?? 'latest'}`
    : `${name}@${reference.digest}`;
};

export const isImageId = (text: string): boolean => /^(sha256:)?[0-9a-f]{64}$/.test(text);
