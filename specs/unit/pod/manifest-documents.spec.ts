// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { complaint, configMap, pod } from './manifest-texts.js';

describe('a file is refused, and where', () => {
  it.each([
    ['an unknown kind', 'kind: Deployment\n', 'pod.yaml:1:1: kind: Deployment is not run by a kubelet'],
    ['no kind', 'a: 1\n', 'pod.yaml:1:1: kind: must say which kind'],
    ['nothing', '', 'pod.yaml has no Pod'],
    ['objects only', configMap, 'pod.yaml has no Pod'],
    ['no YAML', 'a: [\n', 'pod.yaml:2:1: is not YAML'],
    ['a key twice', 'kind: Pod\nkind: Pod\n', 'pod.yaml:2:1: the key kind is a duplicate'],
    [
      'a key that is none',
      pod('p\n  labels: {__proto__: {z: 1}}'),
      'pod.yaml:5:12: the key __proto__ is not allowed',
    ],
    [
      'the same through an alias',
      pod('p\n  annotations: {a: &k __proto__}\n  labels: {*k : {z: 1}}'),
      'pod.yaml:5:23: the key __proto__ is not allowed',
    ],
    ['text', 'hello\n', 'pod.yaml:1:1: is not an object'],
    [
      'a list of lists of lists',
      `${'{kind: List, items: ['.repeat(12)}${']}'.repeat(12)}`,
      'is nested in too many lists',
    ],
  ])('%s', (_, text, message) => {
    const failure = complaint(text);
    expect([failure.code, failure.exit]).toEqual(['E-MANIFEST', 2]);
    expect(failure.message).toContain(message);
  });

  it('aliases that would grow without end', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map(
        (name, at) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${'abcdefgh'[at] ?? ''}`)
            .join(',')}]`,
      ),
    ].join('\n');
    expect(complaint(`kind: Pod\n${bomb}\n`).message).toContain('cannot be read');
  });

  it.each([
    ['nesting without end', `a: ${'['.repeat(200_000)}`],
    ['more than a manifest can be', `# ${'x'.repeat(5 * 2 ** 20)}`],
  ])('%s', (_, text) => {
    expect(complaint(text).message).toMatch(/pod\.yaml(:\d+:\d+:)? (cannot be read|is larger|is not YAML)/);
  });
});
