// SPDX-License-Identifier: Apache-2.0
import type { Traits } from '../versions/traits.js';

/** It has stopped. What is gone already needs no stopping; old kubelets take that for a failure. */
export function stopped(
  answer: { readonly ok: boolean; readonly code?: string },
  { goneTolerated }: Pick<Traits, 'goneTolerated'>,
): boolean {
  return answer.ok || (goneTolerated && answer.code === 'NOT_FOUND');
}
