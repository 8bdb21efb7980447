// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';

export type Digest = `sha256:${string}`;

export function digestOf(content: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
