// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it } from '@jest/globals';
import { argumentsOf, processesIn } from '#host/processes.js';
import { endLeaders, leader } from './leader.js';

/** Of no runtime: nothing lives in it. */
const directory = '/var/tmp/criprobe-spec-of-processes';

afterEach(endLeaders);

describe('processesIn', () => {
  it('are shims with the directory among their arguments and what they started, not a reader of the log', async () => {
    const child = 'sleep 600 & echo ready; wait';
    const shim = await leader(
      child,
      '/usr/bin/containerd-shim-runc-v2',
      '-address',
      `${directory}/containerd.sock`,
    );
    const reader = await leader(child, 'less', `${directory}/containerd.log`);
    const other = await leader(
      child,
      'containerd-shim-runc-v2',
      '-address',
      `${directory}-2/containerd.sock`,
    );
    const found = processesIn(directory, [/^containerd-shim/]);
    expect(found).toContain(shim);
    expect(found).toHaveLength(2);
    expect(found).not.toContain(reader);
    expect(found).not.toContain(other);
  });
});

it('knows no arguments of a process that is not there', () => {
  expect(argumentsOf(2 ** 22 + 1)).toEqual([]);
});
