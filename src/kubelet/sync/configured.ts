// SPDX-License-Identifier: Apache-2.0
import type { Resolved } from '../config/resolved.js';
import { errorMessage } from '#base/text/error-message.js';

/** A configuration, or why there can be none: whatever a pod asks for, it ends its own sync and nothing else. */
export function configured<T>(make: () => T): Resolved<T> {
  try {
    return { value: make() };
  } catch (cause) {
    return { problem: errorMessage(cause) };
  }
}
