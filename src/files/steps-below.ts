// SPDX-License-Identifier: Apache-2.0
/** A path that is not ours to touch, or a path to the wrong kind of thing. */
export class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/** The components from `root` down to `path`, which may be relative to it; undefined if it is not below. */
export function stepsBelow(root: string, path: string): readonly string[] | undefined {
  if (path === root || path === '') return [];
  if (path.startsWith('/') && !path.startsWith(`${root}/`)) return undefined;
  const steps = (path.startsWith('/') ? path.slice(root.length + 1) : path).split('/');
  return steps.every(isName) ? steps : undefined;
}

function isName(step: string): boolean {
  return step !== '' && step !== '.' && step !== '..' && !step.includes('\0');
}
