// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pullsAtRegistry } from '#app/run/pulls-at-registry.js';

const address = '127.0.0.1:5000';
const box = `${address}/own/box:1`;

let asked: Record<string, number | undefined> = {};
const watch = () => pullsAtRegistry({ address, manifestRequests: (repository) => asked[repository] });
const isAsked = (): void => {
  asked['own/box'] = (asked['own/box'] ?? 0) + 1;
};

beforeEach(() => {
  asked = { 'own/box': 3 };
});

describe('pullsAtRegistry', () => {
  it('counts what was asked between the begin and the end of a pull', () => {
    const begins = watch();
    const ended = begins(box);
    isAsked();
    expect(ended(true)).toBe(1);
    expect(begins(box)(true)).toBe(0);
  });

  it('lets a pull share what was asked since the first that overlaps with it', () => {
    const begins = watch();
    const first = begins(box);
    isAsked();
    const second = begins(box);
    expect([first(true), second(true)]).toEqual([1, 1]);
    expect(begins(box)(true)).toBe(0);
  });

  it('takes a pull that nobody waited for as going on', () => {
    const begins = watch();
    const first = begins(box);
    isAsked();
    first(false);
    expect(begins(box)(true)).toBe(1);
  });

  it.each([
    ['of another registry', '127.0.0.1:5001/own/box:1'],
    ['by digest', `${address}/own/box@sha256:9`],
    ['without a name', ''],
  ])('knows nothing of a pull %s', (_, reference) => {
    expect(watch()(reference)(true)).toBeUndefined();
  });

  it('knows nothing where the registry does not count', () => {
    asked = {};
    expect(watch()(box)(true)).toBeUndefined();
  });
});
