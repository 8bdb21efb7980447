// SPDX-License-Identifier: Apache-2.0
import type { WitnessPorts } from '#runner/clients/witnessed-client.js';
import type { TestRegistry } from '#test-registry/start-test-registry.js';

interface UnderWay {
  pulls: number;
  readonly before: number | undefined;
}

/**
 * Counts what our registry is asked for while an image is being pulled. A runtime may make one of pulls that overlap,
 * so what was asked since the first of them counts for all.
 */
export function pullsAtRegistry({
  address,
  manifestRequests,
}: Pick<TestRegistry, 'address' | 'manifestRequests'>): WitnessPorts['pullBegins'] {
  const underWay = new Map<string, UnderWay>();
  return (reference) => {
    const repository = repositoryOf(reference, address);
    if (repository === undefined) return () => undefined;
    const joined = underWay.get(reference) ?? { pulls: 0, before: manifestRequests(repository) };
    joined.pulls++;
    underWay.set(reference, joined);
    return (isAnswered) => {
      // A runtime may go on with a pull that nobody waits for, and a later one may join it.
      if (isAnswered && --joined.pulls === 0) underWay.delete(reference);
      const now = manifestRequests(repository);
      return now === undefined || joined.before === undefined ? undefined : now - joined.before;
    };
  };
}

/** Undefined: it is not of our registry, or not a tag, which alone can come to mean another image. */
function repositoryOf(reference: string, address: string): string | undefined {
  const [, path] = /^[^/]+\/([^:@]+)(?::[^:@]+)?$/.exec(reference) ?? [];
  return reference.startsWith(`${address}/`) ? path : undefined;
}
