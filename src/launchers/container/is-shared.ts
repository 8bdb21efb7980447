// SPDX-License-Identifier: Apache-2.0

/** Whether mounts below the directory are passed on to other mount namespaces, by the text of a /proc/<pid>/mountinfo. */
export function isShared(directory: string, mountinfo: string): boolean {
  const holding = mountinfo
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , , , point]) => point !== undefined && isAtOrBelow(directory, point))
    .sort(([, , , , a = ''], [, , , , b = '']) => a.length - b.length)
    .at(-1);
  const optional = holding?.slice(6, holding.indexOf('-')) ?? [];
  return optional.some((field) => field.startsWith('shared:'));
}

function isAtOrBelow(directory: string, point: string): boolean {
  return point === '/' || directory === point || directory.startsWith(`${point}/`);
}
