// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { mountAt, mountTable } from '#contracts/occasions/inside/mount-table.js';

const table = mountTable(
  [
    '100 1 0:50 / / ro,relatime shared:7 master:2 - overlay overlay rw',
    '101 100 8:1 /pods/a\\040b /work rw - ext4 /dev/sda1 rw',
    '102 101 8:1 /inner /work/inner ro master:3 - ext4 /dev/sda1 rw',
    '103 100 8:1 /old /seen rw - ext4 /dev/sda1 rw',
    '104 103 8:1 /new /seen ro shared:4 - ext4 /dev/sda1 rw',
    '105 100 8:1 /lost /data/in rw - ext4 /dev/sda1 rw',
    '106 100 8:1 /data /data rw - overlay overlay ro,lowerdir=/x',
    '107 100 8:1 /etc-hosts//deleted /etc/hosts rw - ext4 /dev/sda1 rw',
    'nonsense',
    '',
  ].join('\n'),
);

describe('mountAt', () => {
  it.each([
    ['/', '/', 'shared'],
    ['/work/', '/pods/a b', 'private'],
    ['//work/inner', '/inner', 'master'],
    ['/seen', '/new', 'shared'],
    ['/data', '/data', 'private'],
    ['/etc/hosts', '/etc-hosts', 'private'],
  ] as const)('finds %s', (path, root, propagation) => {
    expect(mountAt(table, path)).toMatchObject({ root, propagation });
  });

  it('sees what is read-only by itself or with its whole file system', () => {
    const paths = ['/', '/work', '/work/inner', '/data'];
    expect(paths.map((path) => mountAt(table, path)?.isReadonly)).toEqual([true, false, true, true]);
  });

  it('finds no mount at other places, and none that another one hides', () => {
    expect([mountAt(table, '/wor'), mountAt(table, '/data/in')]).toEqual([undefined, undefined]);
  });
});
