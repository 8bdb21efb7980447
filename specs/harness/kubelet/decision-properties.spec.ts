// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { PodActions } from '#kubelet/decide/sync/pod-actions.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { Container, Pod } from '#pod/pod.js';
import { decide } from '../../unit/kubelet/decide/action-summary.js';

const ids = ['c0', 'c1', 'c2', 'c3', ''];
const anyOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const optional = { requiredKeys: [] };
const quantity = anyOf<string | number>('1', '500m', '64Mi', 'nonsense', '', 0, -1);
const list = fc.dictionary(anyOf('cpu', 'memory', 'x'), quantity);

const rule = fc.record({
  action: anyOf('Restart', 'RestartAllContainers'),
  exitCodes: fc.record({ operator: anyOf('In', 'NotIn'), values: fc.array(anyOf(0, 1, 42)) }),
});

function container(name: string): fc.Arbitrary<Container> {
  const fields = {
    restartPolicy: anyOf('Always', 'OnFailure', 'Never'),
    restartPolicyRules: fc.array(rule, { maxLength: 2 }),
    startupProbe: fc.constant({}),
    resources: fc.record({ requests: list, limits: list }, optional),
    resizePolicy: fc.constant([{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }]),
  };
  return fc.record(fields, optional).map((more) => ({ name, image: 'box:1', ...more }) as Container);
}

const pods: fc.Arbitrary<Pod> = fc
  .record(
    {
      containers: fc.tuple(container('a'), container('b')),
      initContainers: fc.tuple(container('i'), container('j')),
      ephemeralContainers: fc.tuple(container('e')),
      restartPolicy: anyOf('Always', 'OnFailure', 'Never'),
      hostNetwork: fc.boolean(),
      resources: fc.record({ requests: list, limits: list }, optional),
    },
    { requiredKeys: ['containers'] },
  )
  .map((spec) => ({ metadata: { name: 'p' }, spec }) as Pod);

const states = ['CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN', 'NONSENSE', undefined];
const found = fc
  .record(
    {
      id: anyOf(...ids),
      metadata: anyOf(
        { name: 'a' },
        { name: 'b' },
        { name: 'i' },
        { name: 'j' },
        { name: 'e' },
        { name: 'z' },
        {},
        undefined,
      ),
      state: anyOf(...states),
      exit_code: anyOf(0, 1, 42),
      reason: anyOf('OOMKilled', 'Error'),
      annotations: fc.constant({ 'io.kubernetes.container.hash': '1' }),
    },
    optional,
  )
  .map((status) => status as ContainerStatus);
const sandbox = fc
  .record(
    {
      id: anyOf('s0', 's1'),
      metadata: anyOf({ attempt: 1 }, {}, undefined),
      state: anyOf('SANDBOX_READY', 'SANDBOX_NOTREADY', 'NONSENSE', undefined),
      network: anyOf({ ip: '10.0.0.1' }, {}, undefined),
      linux: anyOf({ namespaces: { options: { network: 'NODE' } } }, {}, undefined),
    },
    optional,
  )
  .map((status) => status as PodSandboxStatus);

const statuses: fc.Arbitrary<PodStatus> = fc
  .record({
    sandboxes: fc.array(sandbox, { maxLength: 3 }),
    containers: fc.array(found, { maxLength: 6 }),
    active: fc.array(anyOf(...ids)),
  })
  .map(({ sandboxes, containers, active }) => ({
    sandboxes,
    containers,
    active: new Set(active),
    sandboxOf: new Map(),
    ips: [],
  }));
const results = fc.array(
  fc.tuple(anyOf(...ids), anyOf('success' as const, 'failure' as const, 'unknown' as const)),
);
const inputs = fc.record({
  pod: pods,
  status: statuses,
  kubelet: fc.integer({ min: 20, max: 37 }).map((minor) => `1.${minor}`),
  probes: fc.record({ liveness: results, startup: results }).map(({ liveness, startup }) => ({
    ...noProbeResults,
    liveness: new Map(liveness),
    startup: new Map(startup),
  })),
});

const names = (containers: readonly Container[] = []): readonly string[] =>
  containers.map(({ name }) => name);

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  const inOrder = whole.filter((name) => part.includes(name));
  return inOrder.length === part.length && inOrder.every((name, at) => name === part[at]);
}

/** What holds of every decision. */
function complaints({ spec }: Pod, actions: PodActions): readonly string[] {
  const { killPod, createSandbox, containersToStart, initContainersToStart, containersToReset } = actions;
  const init = names(spec.initContainers);
  const rules: readonly (readonly [string, boolean])[] = [
    ['a sandbox is only made where everything before it is killed', !createSandbox || killPod],
    [
      'regular containers start in their order',
      isSubsequence(names(containersToStart), names(spec.containers)),
    ],
    ['init containers start in their order', isSubsequence(names(initContainersToStart), init)],
    [
      'a pod that only ends starts nothing',
      !killPod || createSandbox || initContainersToStart.length + containersToStart.length === 0,
    ],
    [
      'a new sandbox begins with one init container, or none',
      !createSandbox || initContainersToStart.length <= 1,
    ],
    [
      'a restart of all starts nothing',
      containersToReset.length === 0 || initContainersToStart.length + containersToStart.length === 0,
    ],
  ];
  return rules.filter(([, holds]) => !holds).map(([what]) => what);
}

describe('a decision', () => {
  it('is made whatever the pod and the runtime say, and makes sense', () => {
    fc.assert(
      fc.property(inputs, ({ pod, status, kubelet, probes }) => {
        expect(complaints(pod, decide(pod, status, { kubelet, probes }))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for the same', () => {
    fc.assert(
      fc.property(inputs, ({ pod, status, kubelet, probes }) => {
        const more = { kubelet, probes };
        expect(decide(pod, status, more)).toEqual(decide(pod, status, more));
      }),
      { numRuns: 100 },
    );
  });
});
