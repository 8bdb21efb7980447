// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import { expectFlow } from '../support/flows/flow-expectations.js';
import { settings } from '../support/flows/settings.js';

describe('the flows of §8.4, pod-level settings', () => {
  it.each(settings)('$id', expectFlow);
});
