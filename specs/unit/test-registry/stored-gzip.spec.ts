// SPDX-License-Identifier: Apache-2.0
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { storedGzip } from '#test-registry/stored-gzip.js';

describe('gzip without compression', () => {
  it.each([0, 1, 0xfffe, 0xffff, 0x10000, 0x1ffff, 200_000])('%d bytes come back as they were', (length) => {
    const content = Buffer.from(Array.from({ length }, (_, i) => (i * 7) % 251));
    expect(gunzipSync(storedGzip(content)).equals(content)).toBe(true);
  });

  it('is the same on every machine', () => {
    expect(Buffer.from(storedGzip(Buffer.from('a'))).toString('hex')).toBe(
      '1f8b08000000000000ff010100feff6143beb7e801000000',
    );
  });
});
