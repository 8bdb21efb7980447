// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { withLiars } from '../../lie-patience.js';
import { notFound } from './all.js';
import type { BulkLie } from './bulk-lie.js';
import { foundBy } from './found-by.js';
import { playBulkLie, type Played } from './play-bulk-lie.js';

const output = fileURLToPath(new URL('../../../../reports/out/bulk-lies/', import.meta.url));

/** For scripts/declare-lies.mjs. */
function keep(id: string, played: Played): void {
  mkdirSync(output, { recursive: true });
  writeFileSync(`${output}${id}.json`, JSON.stringify(played));
}

/** Each of them alone: at least what is declared of it is found, and it was told. */
export function tellEachAlone(lies: readonly BulkLie[]): void {
  it.concurrent.each(lies.map((lie) => [lie.id, lie.says, lie] as const))('%s: %s', async (id, _, lie) => {
    const played = await playBulkLie(lie, withLiars);
    keep(id, played);
    expect(played).not.toHaveProperty('failed');
    if (Object.hasOwn(notFound, id)) {
      // If it is found: declare it in found-by.ts, which scripts/declare-lies.mjs does. What only the node shows
      // in full may be seen now and then on the wire as well.
      if (!notFound[id]?.includes('node'))
        expect({ id, violated: played.violated }).toEqual({ id, violated: [] });
      return;
    }
    expect(played.violated).toEqual(
      expect.arrayContaining([...(foundBy[id] ?? ['a contract that finds it'])]),
    );
    expect(played.told).toBeGreaterThan(0);
  });
}
