// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const isOfRestarts = (id: string): boolean => id.startsWith('restart.');

/** What happens around a restart, where another version comes back. */
export function upgradedExamples(examples: Examples): Examples {
  return Object.fromEntries(
    Object.entries(examples)
      .filter(([id]) => isOfRestarts(id))
      .map(([id, { held, violated }]) => [
        id.replace('restart.', 'upgrade.'),
        {
          held: (s: Story) => held(s.upgrading()),
          violated: (s: Story) => violated(s.upgrading()),
        },
      ]),
  );
}
