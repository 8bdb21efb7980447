// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { expectFlow } from '../support/flows/flow-expectations.js';
import { starting } from '../support/flows/starting.js';

describe('the flows of §8.1, starting', () => {
  it.each(starting)('$id', expectFlow);
});
