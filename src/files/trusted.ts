// SPDX-License-Identifier: Apache-2.0
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { entryAt } from './file-errors.js';

/** Why others control what a path leads to. */
export interface OtherWriter {
  /** `/srv/x is writable by its group (mode 0775)`. */
  readonly says: string;
  /** A command that fixes it: `chmod go-w /srv/x`. */
  readonly mend: string;
}

export type Users = ReadonlySet<number>;

/** Everybody trusts root. */
export function ourselves(uid: number = process.getuid?.() ?? 0): Users {
  return new Set([0, uid]);
}

/** Also trusts the user who called sudo: the project is theirs. */
export function ourselvesAndCaller(
  env: Readonly<Record<string, string | undefined>> = process.env,
  uid: number = process.getuid?.() ?? 0,
): Users {
  const caller = /^\d+$/.exec(env['SUDO_UID'] ?? '')?.[0];
  return uid === 0 && caller !== undefined ? new Set([0, Number(caller)]) : ourselves(uid);
}

const maxLinks = 40;

/**
 * Whether untrusted users control what the path leads to: by its own mode or owner, by those of a parent, or
 * by a link on the way. A missing path is as safe as the directory it would be created in. Undefined: nobody
 * does.
 */
export function otherWriter(path: string, trusted: Users = ourselves()): OtherWriter | undefined {
  let links = 0;
  for (const step of stepsTo(path)) {
    const { entry, found } = step;
    if (step.inSticky && !trusted.has(found.uid)) return belongsToOther(entry, found);
    const isLink = found.isSymbolicLink();
    if (isLink && ++links > maxLinks)
      return { says: `${entry} is an endless chain of links`, mend: `rm ${entry}` };
    const problem = isLink ? undefined : looseIn(step, trusted);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Step {
  readonly entry: string;
  readonly found: Stats;
  /** The target itself, not a directory on the way. */
  readonly isLast: boolean;
  /** It is in a sticky directory such as /tmp. */
  readonly inSticky: boolean;
}

/** Every entry that the kernel passes on the way to the target, as far as it exists. */
function* stepsTo(path: string): Generator<Step> {
  // Not resolve(): behind a link, .. is the parent of the target.
  const left = parts(isAbsolute(path) ? path : `${process.cwd()}/${path}`);
  let at = '/';
  yield { entry: at, found: lstatSync(at), isLast: left.length === 0, inSticky: false };
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const entry = name === '..' ? dirname(at) : join(at, name);
    const found = entryAt(entry);
    if (found === undefined) return;
    yield { entry, found, isLast: left.length === 0, inSticky: isSticky(lstatSync(at)) };
    const target = found.isSymbolicLink() ? readlinkSync(entry) : undefined;
    left.unshift(...parts(target ?? ''));
    if (target === undefined) at = entry;
    else if (target.startsWith('/')) at = '/';
  }
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

function looseIn({ entry: path, found, isLast }: Step, trusted: Users): OtherWriter | undefined {
  if (!trusted.has(found.uid)) return belongsToOther(path, found);
  // In /tmp nobody can replace an entry that belongs to somebody else.
  if (isSticky(found) && !isLast) return undefined;
  const mode = `(mode ${(found.mode & 0o7777).toString(8).padStart(4, '0')})`;
  const mend = `chmod go-w ${path}`;
  if ((found.mode & 0o002) !== 0) return { says: `${path} is writable by everybody ${mode}`, mend };
  if ((found.mode & 0o020) === 0 || hasPrivateGroup(found)) return undefined;
  return { says: `${path} is writable by its group ${mode}`, mend };
}

function belongsToOther(path: string, { uid }: Stats): OtherWriter {
  return { says: `${path} belongs to user ${uid}`, mend: `chown -h root ${path}` };
}

function isSticky(found: Stats): boolean {
  return found.isDirectory() && (found.mode & 0o1000) !== 0;
}

/** Most systems give each user a private group of the same number. Root's group may have members. */
function hasPrivateGroup({ uid, gid }: Stats): boolean {
  return uid !== 0 && gid === uid;
}
