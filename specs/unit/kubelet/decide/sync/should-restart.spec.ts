// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { effectivePolicy, shouldRestart } from '#kubelet/decide/sync/should-restart.js';
import type { Container, Pod } from '#pod/pod.js';
import { container, instance, podOf } from '../statuses.js';

type Rule = NonNullable<Container['restartPolicyRules']>[number];

const rule = (
  operator: 'In' | 'NotIn',
  values: readonly number[],
  action: Rule['action'] = 'Restart',
): Rule => ({
  action,
  exitCodes: { operator, values },
});
const ruled = (...restartPolicyRules: readonly Rule[]): Partial<Container> => ({
  restartPolicy: 'Never',
  restartPolicyRules,
});
const leaving: Pod = { ...podOf(), metadata: { name: 'p', deletionTimestamp: '2026-01-01T00:00:00Z' } };

it.each<[string, Pod, Partial<Container>, ReturnType<typeof instance> | undefined, boolean]>([
  ['1 not while the pod is being deleted', leaving, {}, undefined, false],
  ['2 no status', podOf({ restartPolicy: 'Never' }), {}, undefined, true],
  ['3 running', podOf(), {}, instance('a', 'running'), false],
  ['4 unknown', podOf({ restartPolicy: 'Never' }), {}, instance('a', 'unknown'), true],
  ['4 created', podOf({ restartPolicy: 'Never' }), {}, instance('a', 'created'), true],
  ['5 Always of the pod, code 0', podOf(), {}, instance('a', 0), true],
  ['5 OnFailure of the pod, code 0', podOf({ restartPolicy: 'OnFailure' }), {}, instance('a', 0), false],
  ['5 OnFailure of the pod, code 1', podOf({ restartPolicy: 'OnFailure' }), {}, instance('a', 1), true],
  ['5 Never of the pod, code 1', podOf({ restartPolicy: 'Never' }), {}, instance('a', 1), false],
  ['5 the container before the pod', podOf(), { restartPolicy: 'OnFailure' }, instance('a', 0), false],
  ['5 a rule before the policy', podOf(), ruled(rule('In', [3])), instance('a', 3), true],
  ['5 a rule that lists other codes', podOf(), ruled(rule('In', [3])), instance('a', 4), false],
  ['5 a rule for all other codes', podOf(), ruled(rule('NotIn', [3])), instance('a', 4), true],
  ['5 but not for that one', podOf(), ruled(rule('NotIn', [3])), instance('a', 3), false],
  [
    '5 of all containers is a restart, too',
    podOf(),
    ruled(rule('In', [3], 'RestartAllContainers')),
    instance('a', 3),
    true,
  ],
  [
    '5 rules need a policy of the container',
    podOf({ restartPolicy: 'Never' }),
    { restartPolicyRules: [rule('In', [3])] },
    instance('a', 3),
    false,
  ],
])('%s', (...[, pod, more, found, expected]) => {
  expect(shouldRestart({ pod }, container('a', more), found)).toBe(expected);
});

it('before 1.35 only the policy of the pod counts', () => {
  const traits = { containerRestartRules: false };
  const ofContainer = container('a', ruled(rule('In', [3])));
  expect(shouldRestart({ pod: podOf(), traits }, ofContainer, instance('a', 0))).toBe(true);
  expect(effectivePolicy(podOf(), ofContainer, traits)).toBe('Always');
  expect(effectivePolicy(podOf(), ofContainer)).toBe('Never');
});
