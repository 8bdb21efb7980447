// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { mutants } from '../support/lies/bulk/all.js';
import { decoys } from '../support/lies/bulk/decoys.js';
import { playBulkLie } from '../support/lies/bulk/play-bulk-lie.js';
import { tellEachAlone } from '../support/lies/bulk/spec-of-bulk-lies.js';

jest.setTimeout(600_000);

tellEachAlone(mutants);

/** With one handler there is only one order. */
const cannotShow = ['D4'];

it.concurrent.each(decoys.map((decoy) => [decoy.id, decoy.says, decoy] as const))(
  'nothing is found in %s: %s',
  async (id, _, decoy) => {
    const { violated, undecided, told, failed } = await playBulkLie(decoy);
    expect({ violated, undecided, failed }).toEqual({ violated: [], undecided: [], failed: undefined });
    if (!cannotShow.includes(id)) expect(told).toBeGreaterThan(0);
  },
);
