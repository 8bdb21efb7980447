// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { errorCatalogue, errorCodes, failureOf } from '#base/errors/catalogue.js';

describe('the error catalogue', () => {
  it('says for each what to do', () => {
    expect(errorCodes.filter((code) => errorCatalogue[code].fix.trim() === '')).toEqual([]);
  });

  it('fills in what the case does not say', () => {
    const failure = failureOf('E-HANG', 'it hangs', { seen: 'nothing' });
    expect(failure).toMatchObject({ code: 'E-HANG', message: 'it hangs', seen: 'nothing', exit: 3 });
    expect(failure.likely).toBe(errorCatalogue['E-HANG'].likely);
    expect(failureOf('E-HANG', 'it hangs', { fix: 'wait' }).fix).toBe('wait');
  });
});
