// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { sandboxConfig } from '#kubelet/config/sandbox/sandbox-config.js';
import { idRangeOf, IdRanges, ownIds } from '#kubelet/config/security/user-namespace.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { recordedNode } from '../../recorded-node.js';

const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'a', image: 'x' }], securityContext: {}, ...spec },
});

describe('user ids', () => {
  const features = { userNamespaces: true, recursiveReadOnlyMounts: false };
  const pod = podOf({ hostUsers: false });

  it('are a range for each pod, which another gets as late as possible', () => {
    const idRanges = new IdRanges();
    const from = (uid: string): number | undefined => ownIds(pod, uid, { idRanges, features })?.hostId;
    expect([from('a'), from('b'), from('a')]).toEqual([65_536, 131_072, 65_536]);
    idRanges.release('a');
    expect([from('c'), from('b'), from('d')]).toEqual([196_608, 131_072, 262_144]);
    for (let pod = 4; pod < 110; pod += 1) from(`pod ${pod}`);
    expect(from('last')).toBe(65_536);
    expect(() => from('one too many')).toThrow('no user ids');
  });

  it.each([undefined, { ...features, userNamespaces: false }])('need a handler that can: %j', (can) => {
    const source = { idRanges: new IdRanges(), features: can };
    expect(() => ownIds(pod, 'a', source)).toThrow('does not support user namespaces');
    expect(ownIds(podOf({ hostUsers: true }), 'a', source)).toBeUndefined();
    expect(ownIds(podOf({}), 'a', source)).toBeUndefined();
  });

  it('are those of the sandbox for all that is in it', () => {
    const userNamespace = { hostId: 65_536, length: 65_536 };
    const common = { uid: 'u', attempt: 0, facts: recordedNode, podLogsDir: '/l', traits: traitsOf('1.37') };
    expect(idRangeOf(sandboxConfig({ ...common, pod, userNamespace }))).toEqual(userNamespace);
    expect(idRangeOf(sandboxConfig({ ...common, pod }))).toBeUndefined();
  });
});
