// SPDX-License-Identifier: Apache-2.0
import { dirname, join } from 'node:path';
import type { OwnTree } from './own-tree.js';

const maxLinks = 40;

/**
 * Resolves a path in the tree, following links that stay in it; undefined: it leads nowhere, or out of it.
 */
export function realPathIn(tree: OwnTree, path: string): string | undefined {
  let whole = join('/', path);
  for (let links = 0; links <= maxLinks; links += 1) {
    if (whole !== tree.root && !tree.has(whole)) return undefined;
    const link = firstLinkIn(tree, whole);
    if (link === undefined) return tree.look(whole) && whole;
    // The part before the first link has none, so '..' in the target is simply the directory above.
    whole = join(link.target.startsWith('/') ? '/' : dirname(link.path), link.target, link.rest);
  }
  return undefined;
}

interface Link {
  readonly path: string;
  readonly target: string;
  readonly rest: string;
}

function firstLinkIn(tree: OwnTree, path: string): Link | undefined {
  const steps = path.slice(tree.root.length + 1).split('/');
  for (const [at] of steps.entries()) {
    const here = [tree.root, ...steps.slice(0, at + 1)].join('/');
    const target = tree.linkTarget(here);
    if (target !== undefined) return { path: here, target, rest: steps.slice(at + 1).join('/') };
  }
  return undefined;
}
