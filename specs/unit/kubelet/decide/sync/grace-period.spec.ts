// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import {
  evictionGraceSeconds,
  killGraceSeconds,
  overrideSentWhole,
  terminationGraceSeconds,
} from '#kubelet/decide/sync/grace-period.js';
import type { KillReason } from '#kubelet/decide/sync/pod-actions.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod } from '#pod/pod.js';
import { container, newestTraits, podOf } from '../statuses.js';

const leaving = (seconds: number): Pod => ({
  ...podOf({ terminationGracePeriodSeconds: 30 }),
  metadata: { name: 'p', deletionGracePeriodSeconds: seconds },
});

it.each([
  ['the pod own', podOf({ terminationGracePeriodSeconds: 7 }), 7],
  ['at least 1', podOf({ terminationGracePeriodSeconds: 0 }), 1],
  ['of the deletion', leaving(4), 4],
  ['at least 1 of the deletion', leaving(0), 1],
])('the grace of a termination: %s', (_, pod, seconds) => {
  expect(terminationGraceSeconds(pod, newestTraits)).toBe(seconds);
  expect(terminationGraceSeconds(pod, traitsOf('1.21'))).toBeUndefined();
});

it('an eviction has at least 1, since 1.22', () => {
  expect(evictionGraceSeconds(0, newestTraits)).toBe(1);
  expect(evictionGraceSeconds(0, traitsOf('1.21'))).toBe(0);
});

const probes = container('a', {
  livenessProbe: { terminationGracePeriodSeconds: 5 },
  startupProbe: { terminationGracePeriodSeconds: 6 },
});
const withGrace = podOf({ terminationGracePeriodSeconds: 30 });

it.each<[string, Pod, KillReason, string, number]>([
  ['1 of the deletion', leaving(4), 'LivenessProbe', '1.37', 4],
  ['2 of the liveness probe', withGrace, 'LivenessProbe', '1.37', 5],
  ['2 of the startup probe', withGrace, 'StartupProbe', '1.37', 6],
  ['2 not before 1.25', withGrace, 'StartupProbe', '1.24', 30],
  ['2 not where the pod has none', podOf(), 'StartupProbe', '1.37', 2],
  ['3 of the pod', withGrace, 'FailedPostStartHook', '1.37', 30],
  ['4 two seconds', podOf(), 'Unknown', '1.37', 2],
])('the grace of a kill: %s', (...[, pod, reason, kubelet, seconds]) => {
  expect(killGraceSeconds({ pod, container: probes, reason, traits: traitsOf(kubelet) })).toBe(seconds);
});

it('is sent whole up to 1.27 where one is given', () => {
  expect(['1.20', '1.24', '1.27', '1.28'].map((kubelet) => overrideSentWhole(traitsOf(kubelet)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(overrideSentWhole(newestTraits)).toBe(false);
});
