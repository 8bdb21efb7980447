// SPDX-License-Identifier: Apache-2.0
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { attemptOr } from '#base/attempt-or.js';
import { refuseUntrustedState } from '#files/refuse-untrusted.js';
import { namespaceId } from '#host/namespaces.js';
import type { ClaimStep } from './cleanup-step.js';

/**
 * One claim per runtime of ours that shares something, from before its start until its leftovers are undone.
 */
export const claimsOfAll: string = '/run/criprobe-shared';
const claimFile = /^[0-9a-f]{16}\.json$/;

interface Claim {
  readonly directory: string;
  /** Keys of the places that were different before. */
  readonly found: readonly string[];
  /** Of the writer: others may not see its directory. */
  readonly mounts: string;
  /** It no longer needs the places, and will restore what nobody else needs. */
  readonly ends: boolean;
}
const claimSchema: z.ZodType<Claim> = z.object({
  directory: z.string(),
  found: z.array(z.string()),
  mounts: z.string(),
  ends: z.boolean(),
});

/** The claim counts as long as the directory exists. */
export function claimOf(directory: string, folder: string = claimsOfAll): ClaimStep {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return { kind: 'claim', path: join(folder, `${name}.json`) };
}

export function writeClaim(path: string, claim: Pick<Claim, 'directory' | 'found'>): void {
  // Another run that ends may remove the empty folder in between.
  for (let left = 10; ; left--) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    refuseOthersClaims(dirname(path));
    try {
      put(path, { ...claim, mounts: namespaceId('mnt'), ends: false });
      return;
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Runs that end now must not wait for this one, and a run that begins now must still learn what did not exist
 * before.
 */
export function markEnding(path: string, folder: string = claimsOfAll): void {
  refuseOthersClaims(folder);
  const claim = isClaimPath(path, folder) ? read(path) : undefined;
  if (claim !== undefined) put(path, { ...claim, ends: true });
}

export function removeClaim(path: string, folder: string = claimsOfAll): void {
  if (!isClaimPath(path, folder)) return;
  rmSync(path, { force: true });
  attemptOr(undefined, () => {
    rmdirSync(folder);
  });
}

export function claimsIn(folder: string): readonly Claim[] {
  refuseOthersClaims(folder);
  const names = attemptOr([], () => readdirSync(folder));
  const all = names.filter((name) => claimFile.test(name)).flatMap((name) => read(join(folder, name)) ?? []);
  return all.filter(({ directory, mounts }) => mounts !== namespaceId('mnt') || existsSync(directory));
}

/** Written atomically. */
function put(path: string, claim: Claim): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(claim), { flag: 'wx', mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** These files decide what is restored. */
function refuseOthersClaims(folder: string): void {
  refuseUntrustedState(folder, `Reading and writing claims in ${folder}`);
}

function read(path: string): Claim | undefined {
  return attemptOr(undefined, () => claimSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
}

/** The path of a claim in the folder of all claims. */
export function isClaimPath(path: string, folder: string = claimsOfAll): boolean {
  return dirname(path) === folder && claimFile.test(basename(path));
}
