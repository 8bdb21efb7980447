// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { BackOff } from '#kubelet/decide/back-off.js';
import { containerHash } from '#kubelet/decide/container-hash.js';
import { killGraceSeconds, terminationGraceSeconds } from '#kubelet/decide/grace-period.js';
import { podPhase } from '#kubelet/decide/pod-phase.js';
import { shouldRestart } from '#kubelet/decide/should-restart.js';
import { container, instance, podOf, sandbox, status } from './statuses.js';

it('hashes as the kubelet does', () => {
  expect(containerHash({ name: 'test_container', image: 'foo/image:v1' })).toBe('8e45cbd0');
});

describe('the crash back-off', () => {
  const limits = { initialMs: 10, maxMs: 40 };
  it('doubles up to its limit', () => {
    const backOff = new BackOff(limits);
    const windows = [0, 0, 0, 0].map(() => {
      backOff.advance('k', 0, 0);
      return backOff.remainingMs('k', 0, 0);
    });
    expect(windows).toEqual([10, 20, 40, 40]);
  });
  it('starts over after a long quiet time', () => {
    const backOff = new BackOff(limits);
    backOff.advance('k', 0, 0);
    backOff.advance('k', 0, 0);
    expect(backOff.remainingMs('k', 81, 81)).toBe(0);
    backOff.advance('k', 81, 81);
    expect(backOff.remainingMs('k', 81, 81)).toBe(10);
  });
});

it.each([
  ['the pod own', podOf({ terminationGracePeriodSeconds: 7 }), 7],
  ['at least 1', podOf({ terminationGracePeriodSeconds: 0 }), 1],
  ['of the deletion', { ...podOf(), metadata: { name: 'p', deletionGracePeriodSeconds: 4 } }, 4],
])('the grace of a termination: %s', (_, pod, seconds) => {
  expect(terminationGraceSeconds(pod)).toBe(seconds);
});

it('the grace of a failed probe is the one it names', () => {
  const probed = container('a', { livenessProbe: { terminationGracePeriodSeconds: 5 } });
  const pod = podOf({ terminationGracePeriodSeconds: 30 });
  expect(killGraceSeconds(pod, probed, 'LivenessProbe')).toBe(5);
  expect(killGraceSeconds(pod, probed, 'FailedPostStartHook')).toBe(30);
});

it.each([
  [
    'a rule wins over the policy',
    {
      restartPolicy: 'Never',
      restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [3] } }],
    },
    3,
    true,
  ],
  [
    'no rule matches',
    {
      restartPolicy: 'Never',
      restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'NotIn', values: [3] } }],
    },
    3,
    false,
  ],
  ['the container wins over the pod', { restartPolicy: 'OnFailure' }, 0, false],
  ['the policy of the pod', {}, 0, true],
] as const)('restarts: %s', (...[, more, code, expected]) => {
  expect(shouldRestart(podOf(), container('a', more), instance('a', code))).toBe(expected);
});

describe('the phase', () => {
  const two = podOf({ containers: [container('a'), container('b')], restartPolicy: 'Never' });
  it.each([
    ['nothing yet', podOf(), status([]), 'Pending'],
    ['created only', podOf(), status([sandbox()], [instance('a', 'created')]), 'Pending'],
    ['running', podOf(), status([sandbox()], [instance('a', 'running')]), 'Running'],
    ['one missing', two, status([sandbox()], [instance('a', 'running')]), 'Pending'],
    ['one ended', two, status([sandbox()], [instance('a', 'running'), instance('b', 1)]), 'Running'],
    ['all ended well', two, status([sandbox()], [instance('a', 0), instance('b', 0)]), 'Succeeded'],
    ['one ended badly', two, status([sandbox()], [instance('a', 0), instance('b', 2)]), 'Failed'],
    ['to be restarted', podOf(), status([sandbox()], [instance('a', 1)]), 'Running'],
    [
      'initializing',
      podOf({ initContainers: [container('i')] }),
      status([sandbox()], [instance('i', 'running')]),
      'Pending',
    ],
    [
      'initialization failed',
      podOf({ initContainers: [container('i')], restartPolicy: 'Never' }),
      status([sandbox()], [instance('i', 1)]),
      'Failed',
    ],
  ])('%s', (...[, pod, seen, phase]) => {
    expect(podPhase(pod, seen)).toBe(phase);
  });
  it('of a pod that has been ended', () => {
    expect(podPhase(podOf(), status([sandbox()], [instance('a', 137)]), true)).toBe('Failed');
  });
});
