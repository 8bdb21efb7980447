// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '#runner/run-context.js';
import type { TestRegistry } from '#test-registry/start-test-registry.js';

/** What our registry serves under a full reference; undefined: the reference is of another registry, or has no image. */
export function servedBy(registry: Pick<TestRegistry, 'address' | 'find'>): RunContext['servedImage'] {
  return async (reference) => {
    const prefix = `${registry.address}/`;
    if (!reference.startsWith(prefix)) return undefined;
    const path = reference.slice(prefix.length);
    const image = await registry.find(path);
    if (image === undefined) return undefined;
    const name = `${prefix}${path.replace(/[:@].*$/, '')}`;
    return {
      id: image.configDigest,
      digests: [...new Set([image.digest, image.manifestDigest])],
      tags: image.tags.map((tag) => `${name}:${tag}`),
      bytes: image.sizeBytes,
      user: image.config.User ?? '',
    };
  };
}
