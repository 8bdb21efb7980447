// SPDX-License-Identifier: Apache-2.0
import type { Traits } from '../versions/traits.js';

interface WithAge {
  readonly id?: string | undefined;
  readonly created_at?: string | undefined;
}

interface WithAttempt extends WithAge {
  readonly metadata?: { readonly attempt?: number | undefined } | undefined;
}

/** kuberuntime/helpers.go, containerStatusByCreated. */
export function byAge<T extends WithAge>(items: readonly T[]): readonly T[] {
  return items.toSorted(compareAge);
}

/** kuberuntime/helpers.go, podSandboxByCreated; by attempt since 1.35. */
export function byNewest<T extends WithAttempt>(
  sandboxes: readonly T[],
  { newestByAttempt }: Traits,
): readonly T[] {
  return sandboxes.toSorted((a, b) => (newestByAttempt ? compareAttempt(a, b) : 0) || compareAge(a, b));
}

function compareAttempt(a: WithAttempt, b: WithAttempt): number {
  return (b.metadata?.attempt ?? 0) - (a.metadata?.attempt ?? 0);
}

function compareAge(a: WithAge, b: WithAge): number {
  const age = BigInt(b.created_at ?? 0) - BigInt(a.created_at ?? 0);
  return age === 0n ? (a.id ?? '').localeCompare(b.id ?? '') : age > 0n ? 1 : -1;
}
