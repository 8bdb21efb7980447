// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '#base/text/error-message.js';

/** What a container engine said, without what the client put before it. */
export function engineWords(cause: unknown): string {
  return messageOf(cause)
    .replace(/^\(HTTP code \d+\) [^-]*- /, '')
    .trim();
}
