// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { lacksHere } from '#app/drive/needs.js';
import type { Target } from '#app/session/open-target.js';
import type { RuntimeCondition } from '#cri/generated/messages.js';

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

it('has nothing against needs that only trying can disprove', () => {
  const lacks = lacking([]);
  for (const need of ['host-network', 'container-processes', 'events', 'stats'] as const)
    expect(lacks(need)).toBeUndefined();
});
