// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const kubelet = fileURLToPath(new URL('../../../src/kubelet/', import.meta.url));
const mirrored = ['config', 'decide', 'hash', 'images', 'node', 'pleg', 'probes', 'sync'];

/** What no function of Kubernetes does: helpers, and what is ours. */
const glue = new Set([
  'config/container/volume-paths.ts isOnHost',
  'config/resolved.ts ConfigError',
  'config/resolved.ts resolvedBy',
  'config/security/security-profile.ts int64Value',
  'config/security/user-namespace.ts idRangeOf',
  'config/sparse.ts mapField',
  'config/sparse.ts sparse',
  'decide/report/pod-status.ts containerExitCode',
  'decide/report/pod-status.ts millisOf',
  'decide/sync/actuated-resources.ts newActuatedResources',
  'hash/go-container.ts goContainer',
  'hash/go-handlers.ts goHandler',
  'hash/go-handlers.ts goPort',
  'hash/go-handlers.ts goProbe',
  'hash/go-json.ts goFields',
  'hash/go-json.ts goJson',
  'hash/go-json.ts goPointers',
  'images/image-collector-of.ts belowRegistry',
  'images/image-collector-of.ts imageCollectorOf',
  'images/image-result.ts imageProblem',
  'images/image-volumes.ts pulledImages',
  'images/pull-state.ts PullState',
  'node/node-loops.ts NodeLoops',
  'node/periodically.ts periodically',
  'sync/asked-logs.ts askForLog',
  'sync/asked-logs.ts isAskedLog',
  'sync/log-links.ts isFileName',
  'sync/pod-address.ts hostIps',
  'sync/pod-address.ts isPodAddress',
]);

const exported = mirrored.flatMap((folder) =>
  (readdirSync(`${kubelet}${folder}`, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => exportsOf(`${folder}/${path}`)),
);

/** Every exported function and class, with its doc comment. */
function exportsOf(path: string): readonly { readonly name: string; readonly comment: string }[] {
  const text = readFileSync(`${kubelet}${path}`, 'utf8');
  const found = text.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export (?:async )?(?:function|class) (\w+)/g,
  );
  return [...found].map(([, comment = '', name = '']) => ({ name: `${path} ${name}`, comment }));
}

/** As `pleg/generic.go, GenericPLEG`. */
const reference = /[\w./-]+\.go, [A-Za-z]\w+/;

describe('what the kubelet model exports', () => {
  it('is found', () => {
    expect(exported.length).toBeGreaterThan(100);
  });

  it.each(exported.filter(({ name }) => !glue.has(name)))(
    '$name names the Go function it mirrors',
    ({ comment }) => {
      expect(comment.replace(/\n \* /g, ' ')).toMatch(reference);
    },
  );

  it.each(exported.filter(({ name }) => glue.has(name)))('$name mirrors none', ({ comment }) => {
    expect(comment).not.toMatch(reference);
  });

  it('has all that is listed as our own', () => {
    const names = new Set(exported.map(({ name }) => name));
    expect([...glue].filter((name) => !names.has(name))).toEqual([]);
  });
});
