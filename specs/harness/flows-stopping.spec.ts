// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { expectFlow } from '../support/flows/flow-expectations.js';
import { stopping } from '../support/flows/stopping.js';

describe('the flows of §8.2, stopping', () => {
  it.each(stopping)('$id', expectFlow);
});
