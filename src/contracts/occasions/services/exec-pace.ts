// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import { execsOfGuest } from '../guest-execs.js';

/** What starting and ending a process may take on a node whose pace is known. */
const usualMs = 8_000;
const factor = 10;

/** And where it is not. */
const unknownMs = 25_000;

/** How late an answer may be on this node, by what a command that only prints and exits takes there. */
export function execSlackMs(evidence: Evidence): number {
  const idle = execsOfGuest(evidence).filter(({ program, exec }) => program.mostMs === 0 && isAnswered(exec));
  if (idle.length === 0) return unknownMs;
  return usualMs + factor * Math.max(...idle.map(({ exec }) => tookMs(exec)));
}
