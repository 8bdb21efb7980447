// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { mountHolding, parseMounts } from '#host/mounts.js';

describe('parseMounts', () => {
  it('reads roots, points and options, with optional fields and blanks in paths', () => {
    const text =
      '36 35 98:0 /mnt1 /a\\040b rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n' +
      '37 35 0:30 / /m rw - overlay overlay rw,lowerdir=/x/1:/x/2\n\n';
    expect(parseMounts(text)).toEqual([
      {
        root: '/mnt1',
        point: '/a b',
        options: 'rw,noatime',
        isShared: false,
        isSlave: true,
        type: 'ext3',
        superOptions: 'rw,errors=continue',
      },
      {
        root: '/',
        point: '/m',
        options: 'rw',
        isShared: false,
        isSlave: false,
        type: 'overlay',
        superOptions: 'rw,lowerdir=/x/1:/x/2',
      },
    ]);
  });
});

describe('mountHolding', () => {
  const mountinfo = [
    '22 27 0:21 / /proc rw - proc proc rw',
    '27 1 254:0 / / rw shared:1 - ext4 /dev/vda rw',
    '28 27 254:1 / /var/lib rw,relatime - ext4 /dev/vdb rw',
    '29 28 254:2 / /var/lib/shared rw master:3 shared:4 - ext4 /dev/vdc rw',
  ].join('\n');

  it.each([
    ['/home/x', true],
    ['/var/lib/criprobe', false],
    ['/var/lib', false],
    ['/var/library', true],
    ['/var/lib/shared/work', true],
  ])('finds the mount that %s is in, and whether it is passed on: %s', (directory, expected) => {
    expect(mountHolding(directory, parseMounts(mountinfo))?.isShared).toBe(expected);
  });
});
