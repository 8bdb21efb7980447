// SPDX-License-Identifier: Apache-2.0

/** One line of /proc/self/mountinfo. */
export interface MountEntry {
  readonly id: string;
  /** The mount below it. */
  readonly parent: string;
  /** The directory of its file system that is mounted. */
  readonly root: string;
  readonly at: string;
  /** By itself, or with its whole file system. */
  readonly isReadonly: boolean;
  readonly fileSystem: string;
  readonly propagation: 'private' | 'master' | 'shared';
}

/** In the order of the kernel: a later mount at the same place hides an earlier one. */
export function mountTable(mountinfo: string): readonly MountEntry[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [front = '', back = ''] = line.split(' - ');
    const [fileSystem = '', , wholeOptions = ''] = back.split(' ');
    const [id = '', parent = '', , root, at, options, ...tags] = front.split(' ');
    if (root === undefined || at === undefined || options === undefined) return [];
    return [
      {
        id,
        parent,
        root: plain(root).replace(replaced, ''),
        at: plain(at),
        isReadonly: `${options},${wholeOptions}`.split(',').includes('ro'),
        fileSystem,
        propagation: propagationOf(tags),
      },
    ];
  });
}

/** The kernel's mark on a file that has been replaced on the node since, as the kubelet does with /etc/hosts. */
const replaced = /\/\/deleted$/;

function propagationOf(tags: readonly string[]): MountEntry['propagation'] {
  if (tags.some((tag) => tag.startsWith('shared:'))) return 'shared';
  return tags.some((tag) => tag.startsWith('master:')) ? 'master' : 'private';
}

/** The kernel writes blanks and backslashes as three octal digits. */
const plain = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** The mount at exactly this place; undefined also if it is hidden by a later one above it. */
export function mountAt(table: readonly MountEntry[], path: string): MountEntry | undefined {
  const place = path.replace(/(.)\/+$/, '$1').replace(/\/{2,}/g, '/');
  const found = table.findLast(({ at }) => at === place);
  const above = aboveOf(table, place);
  const isHidden = found !== undefined && above !== undefined && found.parent !== above.id;
  return isHidden && !isStacked(table, found) ? undefined : found;
}

/** The mount that the place is in, apart from its own. */
function aboveOf(table: readonly MountEntry[], place: string): MountEntry | undefined {
  const around = table.filter(({ at }) => at !== place && (at === '/' || place.startsWith(`${at}/`)));
  const longest = Math.max(0, ...around.map(({ at }) => at.length));
  return around.findLast(({ at }) => at.length === longest);
}

/** It was mounted on another one at the same place. */
const isStacked = (table: readonly MountEntry[], { at, parent }: MountEntry): boolean =>
  table.some((other) => other.at === at && other.id === parent);
