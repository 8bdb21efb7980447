// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import type { Progress } from '../../shared/use-case.js';

/**
 * Ends what was launched. What is left of it is said and no more: the session's end undoes the same, and tells what remains.
 * A runtime of somebody else that does not come back is another matter.
 */
export async function endLaunched(launched: AsyncDisposable, { line }: Progress): Promise<void> {
  try {
    await launched[Symbol.asyncDispose]();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'E-LAUNCH-LEFTOVERS') throw error;
    line(`not ended at the first attempt: ${error.message}`);
  }
}
