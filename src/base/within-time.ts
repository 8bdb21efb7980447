// SPDX-License-Identifier: Apache-2.0
import { createContext, Script, type Context } from 'node:vm';

const script = new Script('work()');
let context: (Context & { work: (() => void) | undefined }) | undefined;

/**
 * Does the work, and breaks it off in the middle when it takes longer: as nothing else can, of work that never waits. What it
 * was about to change is left half-way. Whether it came to its end.
 */
export function withinTime(ms: number, work: () => void): boolean {
  context ??= Object.assign(createContext({}), { work: undefined });
  context.work = work;
  try {
    script.runInContext(context, { timeout: ms });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  } finally {
    context.work = undefined;
  }
}

/** It is an Error of the script's own world, not of ours. */
function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
