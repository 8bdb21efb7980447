// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { lacksHere } from '#app/run/needs.js';
import { restrictionsOfOurs } from '#host/capabilities.js';
import type { Target } from '#app/target/session/target.js';
import type { RuntimeCondition } from '#cri/proto/generated/messages.js';

const lacking = (conditions?: readonly RuntimeCondition[]): ReturnType<typeof lacksHere> =>
  lacksHere({
    ready: { status: conditions === undefined ? {} : { status: { conditions } } },
  } as unknown as Target);

it.each([
  ['ready', [{ type: 'NetworkReady', status: true }], undefined],
  ['not ready', [{ type: 'NetworkReady' }], 'not ready'],
  ['not spoken of', [{ type: 'RuntimeReady', status: true }], 'not ready'],
  ['not spoken of at all', undefined, 'not ready'],
] as const)('a pod network that is %s', (_, conditions, reason) => {
  const why = lacking(conditions)('pod-network');
  if (reason === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(reason);
});

const targetOf = (ready: object, handler = ''): Target => ({ ready, handler }) as unknown as Target;

it.each([
  ['the default handler has', '', [{ name: '', features: { user_namespaces: true } }], undefined],
  ['the chosen handler has', 'kata', [{ name: 'kata', features: { user_namespaces: true } }], undefined],
  ['only another handler has', '', [{ name: 'kata', features: { user_namespaces: true } }], '(default)'],
  ['the chosen handler has not', 'kata', [{ name: 'kata', features: {} }], 'kata'],
  ['nobody speaks of', '', undefined, '(default)'],
] as const)('user namespaces that %s', (...[, handler, runtime_handlers, reason]) => {
  const why = lacksHere(targetOf({ status: { runtime_handlers } }, handler))('user-namespaces');
  if (reason === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(reason);
});

it.each([
  ['containerd', 'v2.1.9', undefined],
  ['containerd', '1.7.24', 'since 2.1.0; this one is 1.7.24'],
  ['containerd', '2.0.0-rc.3', 'since 2.1.0'],
  ['cri-o', '1.34.0', undefined],
  ['cri-o', '1.30.2', 'since 1.31.0'],
  ['containerd', 'what my distribution calls it', undefined],
  ['a runtime nobody knows', '0.1.0', undefined],
])('image volumes of %s %s', (runtimeName, runtimeVersion, reason) => {
  const why = lacksHere(targetOf({ runtimeName, runtimeVersion, status: {} }))('image-volumes');
  if (reason === undefined) expect(why).toBeUndefined();
  else expect(why).toContain(reason);
});

it('image volumes have no field in v1alpha2', () => {
  const target = targetOf({ apiVersion: 'v1alpha2', runtimeName: 'containerd', runtimeVersion: '2.1.9' });
  expect(lacksHere(target)('image-volumes')).toContain('v1alpha2');
});

it('a policy for supplemental groups is there if the runtime says so', () => {
  const why = (features?: object): string | undefined =>
    lacksHere(targetOf({ status: { features } }))('supplemental-groups-policy');
  expect(why({ supplemental_groups_policy: true })).toBeUndefined();
  expect([why({}), why()]).toEqual(Array(2).fill(expect.stringContaining('does not report')));
});

it('a privileged container of CRI-O needs a machine that withholds no capability', () => {
  const why = (runtimeName: string): string | undefined =>
    lacksHere(targetOf({ runtimeName }))('privileged-containers');
  const isShort = restrictionsOfOurs().includes('CAP_SYS_RESOURCE');
  expect(why('containerd')).toBeUndefined();
  if (isShort) expect(why('cri-o')).toContain('lacks CAP_SYS_RESOURCE');
});
