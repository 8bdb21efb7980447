// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';

/** Evidence that keeps a contract, and evidence that breaks it in one thing. */
interface Example {
  readonly held: (story: Story) => unknown;
  readonly violated: (story: Story) => unknown;
}

export type Examples = Readonly<Record<string, Example>>;

/** What follows happens while the last call is under way. */
export function meanwhile(s: Story, backMs: number): Story {
  s.atMs -= backMs;
  return s;
}
