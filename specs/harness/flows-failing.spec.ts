// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { expectFlow } from '../support/flows/flow-expectations.js';
import { failing } from '../support/flows/failing.js';

describe('the flows of §8.3, errors on the way up', () => {
  it.each(failing)('$id', expectFlow);
});
