// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { fill, withRegistry } from '#runner/steps/placeholders.js';

const known: Readonly<Record<string, string>> = { sandbox: 'abc', 'container:app': 'def', token: '' };
const lookUp = (name: string): string | undefined => known[name];

describe('placeholders', () => {
  it('are filled wherever a string is, as often as they come', () => {
    const request = {
      pod_sandbox_id: '{sandbox}',
      filter: { id: 'x-{container:app}-{sandbox}-y', list: ['{sandbox}', ['{container:app}']] },
    };
    expect(fill(request, lookUp)).toEqual({
      pod_sandbox_id: 'abc',
      filter: { id: 'x-def-abc-y', list: ['abc', ['def']] },
    });
  });

  it('may stand for nothing', () => {
    expect(fill('[{token}]', lookUp)).toBe('[]');
  });

  it('that nobody knows stay, and so does what only looks like one', () => {
    const texts = [
      '{nobody}',
      '{container:other}',
      '{container:}',
      '{Sandbox}',
      '{ sandbox }',
      '{"sandbox":1}',
      '{}',
      '{sandbox',
    ];
    expect(fill(texts, lookUp)).toEqual(texts);
  });

  it('are not filled a second time', () => {
    expect(fill('{one}', (name) => (name === 'one' ? '{sandbox}' : 'wrong'))).toBe('{sandbox}');
  });

  it('leave keys and other values alone, and the original too', () => {
    const original = { '{sandbox}': 1, yes: true, nothing: null, missing: undefined, text: '{sandbox}' };
    const filled = fill(original, lookUp);
    expect(filled).toEqual({ '{sandbox}': 1, yes: true, nothing: null, missing: undefined, text: 'abc' });
    expect(original.text).toBe('{sandbox}');
  });
});

describe('the registry of a run', () => {
  it('takes the place of registry.test/ in manifests and requests', () => {
    const pod = {
      spec: { containers: [{ image: 'registry.test/box:1' }, { image: 'docker.io/library/thing:1' }] },
    };
    expect(withRegistry(pod, '127.0.0.1:4000/criprobe-7f3a')).toEqual({
      spec: {
        containers: [{ image: '127.0.0.1:4000/criprobe-7f3a/box:1' }, { image: 'docker.io/library/thing:1' }],
      },
    });
    expect(pod.spec.containers[0]?.image).toBe('registry.test/box:1');
  });
});
