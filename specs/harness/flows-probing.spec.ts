// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { expectFlow } from '../support/flows/flow-expectations.js';
import { probing } from '../support/flows/probing.js';

describe('the flows of §8.5, probes', () => {
  it.each(probing)('$id', expectFlow);
});
