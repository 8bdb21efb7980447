// SPDX-License-Identifier: Apache-2.0
import type { Traits } from '../versions/traits.js';

/** A NotFound counts as stopped, except for kubelets before 1.24. */
export function stopped(
  answer: { readonly ok: boolean; readonly code?: string },
  { goneTolerated }: Pick<Traits, 'goneTolerated'>,
): boolean {
  return answer.ok || (goneTolerated && answer.code === 'NOT_FOUND');
}
