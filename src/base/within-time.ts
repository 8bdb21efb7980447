// SPDX-License-Identifier: Apache-2.0
import { createContext, Script, type Context } from 'node:vm';

const script = new Script('work()');
let context: (Context & { work: (() => void) | undefined }) | undefined;

/**
 * Does the work, and interrupts it after `ms`, even if it never yields; what it was changing stays half done.
 * Returns whether it finished.
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

/** The error belongs to the script's realm, so `instanceof Error` fails. */
function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
