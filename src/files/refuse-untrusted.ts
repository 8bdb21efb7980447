// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { otherWriter, ourselves, ourselvesAndCaller, type OtherWriter, type Users } from './trusted.js';

/**
 * Throws for root if others may write to the path, because `use` would trust them. Does not restrict ordinary
 * users.
 */
export function refuseUntrusted(path: string, use: string, trusted: Users = ourselvesAndCaller()): void {
  if (process.getuid?.() !== 0) return;
  const other = otherWriter(path, trusted);
  if (other !== undefined) throw untrusted(path, use, other);
}

/** Also throws for an ordinary user if the file belongs to somebody else. */
export function refuseOthersWords(path: string, use: string): void {
  refuseUntrusted(path, use);
  const uid = statSync(path, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || ourselvesAndCaller().has(uid)) return;
  throw untrusted(path, use, {
    says: `${path} belongs to user ${uid}`,
    mend: `cp ${path} <a file of yours>`,
  });
}

/** Only we and root may write to the path, not even the user who called sudo. */
export function refuseUntrustedState(path: string, use: string): void {
  refuseUntrusted(path, use, ourselves());
}

function untrusted(path: string, use: string, { says, mend }: OtherWriter): Failure {
  return new Failure('E-UNTRUSTED', `${use} is refused: ${says}`, {
    seen: `on the way to ${path}: ${says}`,
    likely: "running as root in another user's directory, or in a group- or world-writable one",
    fix: `use a place that only you may write to; or, if it should be yours alone: ${mend}`,
    exit: exitCode.usage,
  });
}
