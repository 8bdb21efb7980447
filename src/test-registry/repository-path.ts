// SPDX-License-Identifier: Apache-2.0
export type FaultKind = '401' | '404' | '429' | '500' | 'slow' | 'hang' | 'truncated' | 'wrong-digest';

export interface RegistryFault {
  readonly kind: FaultKind;
  /** How many requests fail before the repository recovers. */
  readonly times: number;
}

export type Guard = 'basic' | 'token';

/**
 * `<anything>/own/private/<guard>/faults/<fault>/<anything>/<image>`: every part except the last is optional.
 */
export interface RepositoryPath {
  readonly image: string;
  readonly guard: Guard | undefined;
  readonly fault: RegistryFault | undefined;
  /**
   * Images under this path exist nowhere else. Runtimes store content by digest and remove images by id: with
   * a shared image, a fault would not show for content fetched before, and the image could not be removed
   * alone.
   */
  readonly own: boolean;
}

const marksOwn = ['own', 'private', 'faults'];

export function parseRepositoryPath(name: string): RepositoryPath {
  const segments = name.split('/');
  const after = (marker: string): string | undefined => segments[segments.lastIndexOf(marker, -2) + 1];
  const leading = segments.slice(0, -1);
  return {
    image: segments.at(-1) ?? '',
    guard: leading.includes('private') ? (after('private') === 'token' ? 'token' : 'basic') : undefined,
    fault: leading.includes('faults') ? parseFault(after('faults') ?? '') : undefined,
    own: leading.some((segment) => marksOwn.includes(segment)),
  };
}

/** `429`, or `429x2` for a repository that recovers after two requests. */
function parseFault(text: string): RegistryFault | undefined {
  const match = /^(401|404|429|500|slow|hang|truncated|wrong-digest)(?:x(\d+))?$/.exec(text);
  if (match === null) return undefined;
  return { kind: match[1] as FaultKind, times: match[2] === undefined ? Infinity : Number(match[2]) };
}
