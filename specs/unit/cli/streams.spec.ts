// SPDX-License-Identifier: Apache-2.0
import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { textOut } from '#cli/streams.js';

it('keeps a limited amount for a reader who does not read, and tells once', () => {
  let bytes = 0;
  const stuck = new Writable({
    write(chunk: Buffer) {
      bytes += chunk.length;
    },
  });
  let cuts = 0;
  const out = textOut(stuck as NodeJS.WriteStream, () => (cuts += 1));
  const line = 'x'.repeat(1_000_000);
  for (let at = 0; at < 100; at += 1) out.write(line);
  expect(cuts).toBe(1);
  expect(stuck.writableLength).toBeLessThan(70_000_000);
  expect(bytes).toBe(1_000_000);
});

it('has no limit for one long text to a reader who reads', async () => {
  const read = new Writable({
    write(_chunk, _encoding, done) {
      setImmediate(done);
    },
  });
  let cuts = 0;
  const out = textOut(read as NodeJS.WriteStream, () => (cuts += 1));
  out.write('x'.repeat(70_000_000));
  await out.flushed();
  out.write('more');
  await out.flushed();
  expect(cuts).toBe(0);
});
