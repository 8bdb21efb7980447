// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import { execsOfGuest } from './guest-execs.js';

/** What starting and ending a process may take on any node. */
const usualMs = 8_000;
const factor = 10;

/** How late an answer may be on this node, by what a command that only prints and exits takes there. */
export function execSlackMs(evidence: Evidence): number {
  const idle = execsOfGuest(evidence).filter(
    ({ program, exec }) => program.lastsMs === 0 && isAnswered(exec),
  );
  return usualMs + factor * Math.max(0, ...idle.map(({ exec }) => tookMs(exec)));
}
