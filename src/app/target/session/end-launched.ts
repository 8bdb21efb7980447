// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import type { Progress } from '../../shared/use-case.js';

/**
 * Ends a launched runtime. What is left of it is only mentioned: the session's end removes it, and reports
 * what remains. But a runtime that is not ours and does not come back is an error.
 */
export async function endLaunched(launched: AsyncDisposable, { line }: Progress): Promise<void> {
  try {
    await launched[Symbol.asyncDispose]();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'E-LAUNCH-LEFTOVERS') throw error;
    line(`not ended at the first attempt: ${error.message}`);
  }
}
