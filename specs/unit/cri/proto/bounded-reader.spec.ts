// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { CriMethod } from '#cri/methods.js';
import { maxFields, maxListItems } from '#cri/proto/bounded-reader.js';
import { loadDefinitions } from '#cri/proto/definitions.js';

function decode(method: CriMethod, bytes: Buffer): unknown {
  return loadDefinitions('v1').get(method)?.responseDeserialize(bytes);
}

/** A field that holds bytes: a text, a message, or numbers one after another. */
function field(number: number, bytes: Buffer): Buffer {
  const head = varint((number << 3) | 2);
  return Buffer.concat([head, varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  return value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value & 127) | 128]), varint(value >>> 7)]);
}

const empty = (number: number, count: number): Buffer =>
  Buffer.alloc(count * 2, Buffer.from([(number << 3) | 2, 0]));

/** A message in the first field of the answer, which has another field after it. */
const inside = (bytes: Buffer): Buffer => Buffer.concat([field(1, bytes), Buffer.from([15 << 3, 1])]);

describe('an answer with more fields than are read', () => {
  it.each<[string, CriMethod, Buffer]>([
    ['messages within a message', 'ContainerStatus', empty(15, 8_000_000)],
    ['map entries', 'ContainerStatus', empty(12, 8_000_000)],
    ['texts', 'ImageStatus', empty(2, 8_000_000)],
    [
      'numbers of a packed list',
      'ContainerStatus',
      field(18, field(1, field(3, Buffer.alloc(16_000_000, 1)))),
    ],
  ])('is given up: %s', (_name, method, bytes) => {
    expect(() => decode(method, inside(bytes))).toThrow(`${maxFields} fields in a message`);
  });

  it('is read up to there', () => {
    const image = inside(empty(2, maxFields - 4));
    expect(decode('ImageStatus', image)).toHaveProperty('image.repo_tags.length', maxFields - 4);
  });
});

describe('an answer with more items than are read', () => {
  it.each<[string, CriMethod, Buffer]>([
    ['of a list', 'ListContainers', empty(1, maxListItems + 1)],
    ['that are the same field again', 'ContainerStatus', empty(1, 8_000_000)],
    [
      'in a group that nobody knows',
      'Version',
      Buffer.concat([Buffer.from([0xfb, 0x7d]), empty(1, 8_000_000)]),
    ],
    ['of a list that is all there is in it', 'ContainerStatus', field(1, empty(15, 8_000_000))],
  ])('is given up: items %s', (_name, method, bytes) => {
    expect(() => decode(method, bytes)).toThrow(`${maxListItems} items in a list`);
  });

  it('is read up to there', () => {
    const list = empty(1, maxListItems);
    expect(decode('ListContainers', list)).toHaveProperty('containers.length', maxListItems);
  });
});

describe('an answer that ends too early', () => {
  const whole = Buffer.from([0x0a, 4, ...Buffer.from('1.36')]);

  it('is an error, also within a text', () => {
    expect(decode('Version', whole)).toEqual({ version: '1.36' });
    for (let length = 1; length < whole.length; length++)
      expect(() => decode('Version', whole.subarray(0, length))).toThrow('index out of range');
  });

  it('is one, too, where a message ends within a text of it', () => {
    const status = Buffer.concat([field(1, whole.subarray(0, 4)), Buffer.from([0x12, 0])]);
    expect(() => decode('ContainerStatus', status)).toThrow('index out of range');
  });
});
