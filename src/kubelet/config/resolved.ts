// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';

/** A value, or why there is none: in the kubelet's words, or as a problem of the pod. */
export type Resolution<T, P = string> = { readonly value: T } | { readonly problem: P };

/** No valid request can be made of the pod. The kubelet then makes no call and tries again later. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The result of `make`, or the message of the error it throws: an invalid pod only fails its own sync. */
export function resolvedBy<T>(make: () => T): Resolution<T> {
  try {
    return { value: make() };
  } catch (cause) {
    return { problem: errorMessage(cause) };
  }
}
