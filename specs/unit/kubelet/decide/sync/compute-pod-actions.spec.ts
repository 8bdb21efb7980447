// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { Container, Pod } from '#pod/pod.js';
import {
  summaryOf,
  fresh,
  killOnly,
  nothing,
  probed,
  type ActionSummary,
  type More,
} from '../action-summary.js';
import { container, dead, instance, podOf, sandbox, status } from '../statuses.js';

type Row = readonly [string, Pod, PodStatus, ActionSummary, More?];

const never = { restartPolicy: 'Never' as const };
const onFailure = { restartPolicy: 'OnFailure' as const };
const two = { containers: [container('a'), container('b')] };
const onlyFor = (
  values: readonly number[],
  action: 'Restart' | 'RestartAllContainers',
): Partial<Container> => ({
  restartPolicy: 'Never',
  restartPolicyRules: [{ action, exitCodes: { operator: 'In', values } }],
});
const resetter = container('a', onlyFor([42], 'RestartAllContainers'));
const running = (name: string, id = `${name}0`): ReturnType<typeof instance> =>
  instance(name, 'running', { id });

const newSandbox: readonly Row[] = [
  [
    'C1 a Never pod that ran is only killed',
    podOf(never),
    status([sandbox(dead)], [instance('a', 0)]),
    killOnly,
  ],
  ['C1 but not before anything ran', podOf(never), status([sandbox(dead)]), { ...fresh, start: ['a'] }],
  ['C1 nor at the first attempt', podOf(never), status([], [instance('a', 0)]), { ...fresh, start: ['a'] }],
  [
    'C2 what is done stays done',
    podOf({ ...onFailure, ...two }),
    status([sandbox(dead)], [instance('a', 0), instance('b', 1)]),
    { ...fresh, start: ['b'] },
  ],
  [
    'C2 the policy of the container counts before that of the pod',
    podOf({ containers: [container('a', onFailure), container('b')] }),
    status([sandbox(dead)], [instance('a', 0), instance('b', 0)]),
    { ...fresh, start: ['b'] },
  ],
  [
    'C2 not before 1.35',
    podOf({ containers: [container('a', onFailure), container('b')] }),
    status([sandbox(dead)], [instance('a', 0), instance('b', 0)]),
    { ...fresh, start: ['a', 'b'] },
    { kubelet: '1.34' },
  ],
  ['C3 all done', podOf(onFailure), status([sandbox(dead)], [instance('a', 0)]), killOnly],
  [
    'C4 initialization starts over',
    podOf({ initContainers: [container('i'), container('j')] }),
    status([sandbox(dead)], [instance('j', 0), instance('i', 0)]),
    { ...fresh, init: ['i'] },
  ],
  [
    'C4 with the first one, even a sidecar',
    podOf({ initContainers: [container('s', { restartPolicy: 'Always' }), container('j')] }),
    status([]),
    { ...fresh, init: ['s'] },
  ],
  ['C5 every container', podOf(two), status([]), { ...fresh, start: ['a', 'b'] }],
];

const resets: readonly Row[] = [
  [
    'B an exit code asks for all: who asked goes last, who runs is killed',
    podOf({ ...never, initContainers: [container('i')], containers: [resetter, container('b')] }),
    status([sandbox()], [running('b'), instance('a', 42), instance('i', 0)]),
    { ...nothing, reset: ['b!', 'i', 'a'] },
  ],
  [
    'B every instance, not only the newest',
    podOf({ ...never, containers: [resetter] }),
    status([sandbox()], [running('a', 'a1'), instance('a', 42)]),
    { ...nothing, reset: ['a!', 'a'] },
  ],
  [
    'B an init container may ask, and goes after the regular ones that asked',
    podOf({ initContainers: [{ ...resetter, name: 'i' }], containers: [resetter] }),
    status([sandbox()], [instance('a', 42), instance('i', 42)]),
    { ...nothing, reset: ['a', 'i'] },
  ],
  [
    'B a sandbox to replace is killed first',
    podOf({ ...never, containers: [resetter] }),
    status([sandbox(dead)], [instance('a', 42)]),
    { ...fresh, reset: ['a'] },
  ],
  [
    'B not before 1.36',
    podOf({ containers: [resetter] }),
    status([sandbox()], [instance('a', 42)]),
    { ...nothing, start: ['a'] },
    { kubelet: '1.35' },
  ],
  [
    'B another exit code',
    podOf({ ...never, containers: [resetter] }),
    status([sandbox()], [instance('a', 41)]),
    killOnly,
  ],
];

const debug = { ephemeralContainers: [container('dbg')] };
const ephemeral: readonly Row[] = [
  [
    'D one that was never there',
    podOf(debug),
    status([sandbox()], [running('a')]),
    { ...nothing, ephemeral: ['dbg'] },
  ],
  [
    'D one that was created',
    podOf(debug),
    status([sandbox()], [running('a'), instance('dbg', 'created')]),
    nothing,
  ],
  ['D one that ended', podOf(debug), status([sandbox()], [running('a'), instance('dbg', 1)]), nothing],
  [
    'D while the pod initializes',
    podOf({ ...debug, initContainers: [container('i')] }),
    status([sandbox()], [running('i')]),
    { ...nothing, ephemeral: ['dbg'] },
  ],
  ['D not with a new sandbox', podOf(debug), status([]), { ...fresh, start: ['a'] }],
  ['D not before 1.23', podOf(debug), status([sandbox()], [running('a')]), nothing, { kubelet: '1.22' }],
];

const regular: readonly Row[] = [
  [
    'F1 exited, and stays so',
    podOf({ ...never, ...two }),
    status([sandbox()], [running('a'), instance('b', 1)]),
    nothing,
  ],
  ['F1 the pod is being deleted', deleted(podOf(two)), status([sandbox()], [running('a')]), nothing],
  ['F2 missing', podOf(), status([sandbox()]), { ...nothing, start: ['a'] }],
  ['F2 exited', podOf(), status([sandbox()], [instance('a', 0)]), { ...nothing, start: ['a'] }],
  ['F2 created', podOf(never), status([sandbox()], [instance('a', 'created')]), { ...nothing, start: ['a'] }],
  [
    'F3 unknown',
    podOf(never),
    status([sandbox()], [instance('a', 'unknown')]),
    { ...nothing, start: ['a'], stop: ['a Unknown'] },
  ],
  [
    'F4 another definition, whatever the policy',
    podOf(never),
    status([sandbox()], [instance('a', 'running', { annotations: {} })]),
    { ...nothing, start: ['a'], stop: ['a DefinitionChanged'] },
  ],
  [
    'F5 liveness',
    podOf(),
    status([sandbox()], [running('a')]),
    { ...nothing, start: ['a'], stop: ['a LivenessProbe'] },
    probed('liveness', 'a0', 'failure'),
  ],
  [
    'F5 liveness of a Never pod',
    podOf({ ...never, ...two }),
    status([sandbox()], [running('a'), running('b')]),
    { ...nothing, stop: ['a LivenessProbe'] },
    probed('liveness', 'a0', 'failure'),
  ],
  [
    'F5 liveness of a Never container',
    podOf({ containers: [container('a', never), container('b')] }),
    status([sandbox()], [running('a'), running('b')]),
    { ...nothing, stop: ['a LivenessProbe'] },
    probed('liveness', 'a0', 'failure'),
  ],
  [
    'F5 of another instance',
    podOf(),
    status([sandbox()], [running('a', 'a1')]),
    nothing,
    probed('liveness', 'a0', 'failure'),
  ],
  [
    'F6 startup',
    podOf(),
    status([sandbox()], [running('a')]),
    { ...nothing, start: ['a'], stop: ['a StartupProbe'] },
    probed('startup', 'a0', 'failure'),
  ],
  ['F8 running', podOf(), status([sandbox()], [running('a')]), nothing],
  [
    'F8 of several instances the newest counts',
    podOf(),
    status([sandbox()], [running('a', 'a1'), instance('a', 1)]),
    nothing,
  ],
  ['G2 nothing left', podOf(onFailure), status([sandbox()], [instance('a', 0)]), killOnly],
  [
    'G2 a sidecar does not keep the pod',
    podOf({ ...never, initContainers: [container('s', { restartPolicy: 'Always' })] }),
    status([sandbox()], [instance('a', 0), instance('s', 1)]),
    killOnly,
  ],
  [
    'G2 a probe ends the only container of a Never pod',
    podOf(never),
    status([sandbox()], [running('a')]),
    { ...killOnly, stop: ['a LivenessProbe'] },
    probed('liveness', 'a0', 'failure'),
  ],
];

function deleted(pod: Pod): Pod {
  return { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
}

describe.each([
  ['with a new sandbox', newSandbox],
  ['a restart of all containers', resets],
  ['ephemeral containers', ephemeral],
  ['regular containers', regular],
])('%s', (_, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (...[, [, pod, seen, expected, more]]) => {
    expect(summaryOf(pod, seen, more)).toEqual(expected);
  });
});
