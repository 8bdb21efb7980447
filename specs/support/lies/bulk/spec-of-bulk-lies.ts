// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { needsNode } from './all.js';
import type { BulkLie } from './bulk-lie.js';
import { foundBy } from './found-by.js';
import { playBulkLie, type Played } from './play-bulk-lie.js';

const output = fileURLToPath(new URL('../../../../reports/out/bulk-lies/', import.meta.url));

/** For scripts/declare-lies.mjs. */
function keep(id: string, played: Played): void {
  mkdirSync(output, { recursive: true });
  writeFileSync(`${output}${id}.json`, JSON.stringify(played));
}

/** Each of them alone: what is declared of it is found, and it was told. */
export function tellEachAlone(lies: readonly BulkLie[]): void {
  it.concurrent.each(lies.map((lie) => [lie.id, lie.says, lie] as const))('%s: %s', async (id, _, lie) => {
    const played = await playBulkLie(lie);
    keep(id, played);
    const declared: readonly string[] | undefined = foundBy[id];
    if (declared === undefined || declared.length === 0) {
      // It is found: declare it in found-by.ts, which scripts/declare-lies.mjs does.
      expect({ id, declared: declared ?? played.violated }).toEqual({ id, declared: played.violated });
      return;
    }
    expect(played).toMatchObject({ violated: expect.arrayContaining([...declared]) as unknown });
    expect(played.told).toBeGreaterThan(0);
  });
}

/** Declared, and found by nobody on the wire of the reference runtime. */
export function notFoundYet(lies: readonly BulkLie[]): readonly string[] {
  return lies
    .map(({ id }) => id)
    .filter((id) => (foundBy[id] ?? []).length === 0 && !Object.hasOwn(needsNode, id));
}
