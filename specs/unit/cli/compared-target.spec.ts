// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { comparedTarget } from '#cli/compared-target.js';

describe('comparedTarget', () => {
  it.each([
    ['a=/run/x.sock', 'endpoint', '/run/x.sock'],
    ['a=unix:///run/x.sock', 'endpoint', 'unix:///run/x.sock'],
    ['a=reference', 'managed', 'reference'],
    ['a=containerd@/opt/c=2/bin', 'managed', 'containerd@/opt/c=2/bin'],
    ['a=container:./folder', 'managed', 'container:./folder'],
    ['a=crio@bin', 'managed', 'crio@bin'],
    ['a=out/result.json', 'result', 'out/result.json'],
  ])('reads %s as %s', (text, kind, value) => {
    expect(comparedTarget(text)).toEqual({ name: 'a', kind, value });
  });

  it.each([
    ...['/run/x.sock', '=reference', 'a=', 'a=podman', 'a=container:'],
    ...['.=reference', '..=reference', 'a/b=reference', '../a=reference'],
  ])('refuses "%s"', (text) => {
    expect(() => comparedTarget(text)).toThrow(expect.objectContaining({ code: 'E-USAGE', exit: 2 }));
  });
});
