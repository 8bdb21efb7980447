// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../contract.js';
import { unexercised } from '../verdict.js';

type OwnWords = Pick<Contract, 'id' | 'title' | 'consequence'>;

/** What holds through a restart, asked where another version of the runtime comes back. */
export function throughUpgrade(rule: Contract, own: OwnWords): Contract {
  return {
    ...rule,
    ...own,
    check: (evidence) =>
      evidence.outages().some(({ upgraded }) => upgraded)
        ? rule.check(evidence)
        : unexercised('the version of the runtime did not change'),
  };
}
