// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { Container, Pod } from '#pod/pod.js';
import { summaryOf, killOnly, nothing, probed, type ActionSummary, type More } from '../action-summary.js';
import { container, instance, podOf, sandbox, status } from '../statuses.js';

type Row = readonly [string, Pod, PodStatus, ActionSummary, More?];
type Instance = ReturnType<typeof instance>;

const never = { restartPolicy: 'Never' as const };
const two = { initContainers: [container('i'), container('j')] };
const sidecar = (name: string, more: Partial<Container> = {}): Container =>
  container(name, { restartPolicy: 'Always', ...more });
const s = { initContainers: [sidecar('s')] };
const probedSidecar = { initContainers: [sidecar('s', { startupProbe: {} }), container('j')] };
const seen = (...containers: readonly Instance[]): PodStatus => status([sandbox()], containers);
const running = (name: string): Instance => instance(name, 'running');

const withSidecars: readonly Row[] = [
  ['first', podOf(two), seen(), { ...nothing, init: ['i'] }],
  ['I1 a sidecar vanished after initialization', podOf(s), seen(running('a')), { ...nothing, init: ['s'] }],
  [
    'I2 a sidecar vanished before',
    podOf({ initContainers: [container('i'), sidecar('s')] }),
    seen(running('i')),
    nothing,
  ],
  ['I2 an init container vanished', podOf(two), seen(running('a')), nothing],
  [
    'I3 once initialized a failure says nothing',
    podOf({ ...two, ...never }),
    seen(running('a'), instance('i', 1)),
    nothing,
  ],
  ['I3 once a later one is seen', podOf(two), seen(running('j'), instance('i', 1)), nothing],
  ['I4 created', podOf(two), seen(instance('i', 'created')), { ...nothing, init: ['i'] }],
  ['I4 created sidecar', podOf(s), seen(instance('s', 'created')), { ...nothing, init: ['s'] }],
  ['I5 running', podOf(two), seen(running('i')), nothing],
  ['I6 a sidecar waits for its startup probe', podOf(probedSidecar), seen(running('s')), nothing],
  [
    'I7 the startup probe of a sidecar failed',
    podOf({ ...probedSidecar, ...never }),
    seen(running('s')),
    { ...nothing, init: ['s'], stop: ['s StartupProbe'] },
    probed('startup', 's0', 'failure'),
  ],
  [
    'I8 the startup probe says nothing clear',
    podOf(probedSidecar),
    seen(running('s')),
    nothing,
    probed('startup', 's0', 'unknown'),
  ],
  [
    'I9 a sidecar has started: the next one',
    podOf(probedSidecar),
    seen(running('s')),
    { ...nothing, init: ['j'] },
    probed('startup', 's0', 'success'),
  ],
  ['I9 the last sidecar runs', podOf(s), seen(running('s')), { ...nothing, start: ['a'] }],
  [
    'I9 another definition',
    podOf({ initContainers: [sidecar('s'), container('j')] }),
    seen(instance('s', 'running', { annotations: {} })),
    { ...nothing, init: ['s', 'j'], stop: ['s DefinitionChanged'] },
  ],
  [
    'I9 liveness, with the pod running',
    podOf(s),
    seen(running('a'), running('s')),
    { ...nothing, init: ['s'], stop: ['s LivenessProbe'] },
    probed('liveness', 's0', 'failure'),
  ],
  [
    'I10 a sidecar ended, whatever the policy',
    podOf({ ...s, ...never }),
    seen(running('a'), instance('s', 0)),
    { ...nothing, init: ['s'] },
  ],
  ['I11 failed for good', podOf({ ...two, ...never }), seen(instance('i', 1)), killOnly],
  [
    'I11 a sidecar that ended is not started again then',
    podOf({ ...never, initContainers: [container('i'), sidecar('s')] }),
    seen(instance('i', 1)),
    killOnly,
  ],
  ['I12 failed', podOf(two), seen(instance('i', 1)), { ...nothing, init: ['i'] }],
  [
    'I12 out of memory with code 0',
    podOf(two),
    seen(instance('i', 0, { reason: 'OOMKilled' })),
    { ...nothing, init: ['i'] },
  ],
  [
    'I12 a rule of its own asks for the restart',
    podOf({
      ...never,
      initContainers: [
        container('i', {
          ...never,
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [3] } }],
        }),
      ],
    }),
    seen(instance('i', 3)),
    { ...nothing, init: ['i'] },
  ],
  ['I13 the next', podOf(two), seen(instance('i', 0)), { ...nothing, init: ['j'] }],
  ['I13 the last', podOf(two), seen(instance('j', 0), instance('i', 0)), { ...nothing, start: ['a'] }],
  [
    'I14 unknown sidecar',
    podOf({ ...s, ...never }),
    seen(instance('s', 'unknown')),
    { ...nothing, init: ['s'], stop: ['s Unknown'] },
  ],
  ['I15 unknown and for good', podOf({ ...two, ...never }), seen(instance('i', 'unknown')), killOnly],
  [
    'I16 unknown',
    podOf(two),
    seen(instance('i', 'unknown')),
    { ...nothing, init: ['i'], stop: ['i Unknown'] },
  ],
];

const old = { kubelet: '1.28' };
const oneByOne: readonly Row[] = [
  ['first', podOf(two), seen(), { ...nothing, init: ['i'] }, old],
  ['created', podOf(two), seen(instance('i', 'created')), { ...nothing, init: ['i'] }, old],
  [
    'the second created',
    podOf(two),
    seen(instance('j', 'created'), instance('i', 0)),
    { ...nothing, init: ['j'] },
    old,
  ],
  ['running', podOf(two), seen(running('i')), nothing, old],
  ['the next', podOf(two), seen(instance('i', 0)), { ...nothing, init: ['j'] }, old],
  ['the last', podOf(two), seen(instance('j', 0), instance('i', 0)), { ...nothing, start: ['a'] }, old],
  ['failed', podOf(two), seen(instance('i', 1)), { ...nothing, init: ['i'] }, old],
  ['failed for good', podOf({ ...two, ...never }), seen(instance('i', 1)), killOnly, old],
  [
    'unknown',
    podOf(two),
    seen(instance('i', 'unknown')),
    { ...nothing, init: ['i'], stop: ['i Unknown'] },
    old,
  ],
  ['unknown for good', podOf({ ...two, ...never }), seen(instance('i', 'unknown')), killOnly, old],
  ['over once a regular one runs', podOf(two), seen(running('a')), nothing, { kubelet: '1.21' }],
  ['not so in 1.20', podOf(two), seen(running('a')), { ...nothing, init: ['i'] }, { kubelet: '1.20' }],
];

const elsewhere = (...containers: readonly Instance[]): PodStatus => ({
  ...seen(...containers),
  active: new Set(),
});
const sandboxes: readonly Row[] = [
  ['only this sandbox counts', podOf(two), elsewhere(instance('j', 0)), { ...nothing, init: ['i'] }],
  [
    'any sandbox up to 1.36',
    podOf(two),
    elsewhere(instance('j', 0)),
    { ...nothing, start: ['a'] },
    { kubelet: '1.36' },
  ],
  ['an exited container says initialized', podOf(two), seen(instance('a', 1)), { ...nothing, start: ['a'] }],
  [
    'but not up to 1.36',
    podOf(two),
    seen(instance('a', 1)),
    { ...nothing, init: ['i'] },
    { kubelet: '1.36' },
  ],
];

describe.each([
  ['init containers and sidecars', withSidecars],
  ['init containers one by one', oneByOne],
  ['of which sandbox', sandboxes],
])('%s', (_, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (...[, [, pod, shown, expected, more]]) => {
    expect(summaryOf(pod, shown, more)).toEqual(expected);
  });
});
