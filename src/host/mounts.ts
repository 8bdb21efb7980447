// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { safeEnvironment } from '#files/search-path.js';
import { textOfFile } from '#files/text-of-file.js';

export interface Mount {
  /** Path within the mounted file system. */
  readonly root: string;
  readonly point: string;
  readonly options: string;
  /** Mounts below it propagate to other mount namespaces. */
  readonly isShared: boolean;
  /** Mounts of another namespace propagate to below it. */
  readonly isSlave: boolean;
  readonly type: string;
  readonly superOptions: string;
}

/** Mounts as a process sees them, in the order they were made; empty if the process is gone. */
export function mountsOf(process: number | 'self'): Mount[] {
  return parseMounts(textOfFile(`/proc/${process}/mountinfo`));
}

export function parseMounts(mountinfo: string): Mount[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [before = '', after] = line.split(' - ');
    const [, , , root, point, options, ...optional] = before.split(' ');
    const [type, , ...superOptions] = (after ?? '').split(' ');
    if (!root || !point || !type) return [];
    return [
      {
        root: unescape(root),
        point: unescape(point),
        options: options ?? '',
        isShared: optional.some((field) => field.startsWith('shared:')),
        isSlave: optional.some((field) => field.startsWith('master:')),
        type,
        superOptions: superOptions.join(' '),
      },
    ];
  });
}

/** mountinfo escapes spaces, tabs, line breaks and backslashes in octal. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** The mount that contains the directory. */
export function mountHolding(directory: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter(({ point }) => point === '/' || directory === point || directory.startsWith(`${point}/`))
    .toSorted((one, other) => one.point.length - other.point.length)
    .at(-1);
}

export function mountPointsBelow(directory: string): string[] {
  return mountsOf('self')
    .map((mount) => mount.point)
    .filter((point) => point === directory || point.startsWith(`${directory}/`))
    .reverse();
}

/** Unmounts everything at or below the directory, the newest mount first. */
export async function unmountBelow(directory: string): Promise<void> {
  for (const point of mountPointsBelow(directory)) {
    if (!(await umount([point]))) await umount(['-l', point]);
  }
}

function umount(args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('umount', args, { env: safeEnvironment() }, (error) => {
      resolve(error === null);
    });
  });
}
