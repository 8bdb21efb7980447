// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';

/** What a container engine said, without what the client put before it. */
export function engineError(cause: unknown): string {
  return errorMessage(cause)
    .replace(/^\(HTTP code \d+\) [^-]*- /, '')
    .trim();
}
