// SPDX-License-Identifier: Apache-2.0
import * as fc from 'fast-check';
import type { ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { ProbeResult, ProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';

const names = ['c0', 'c1', 'c2', 'i0', 'i1', 'stranger'];
const ids = Array.from({ length: 6 }, (_, at) => `id${at}`);

const sandbox: fc.Arbitrary<PodSandboxStatus> = fc.record(
  {
    id: fc.constantFrom('s0', 's1', ''),
    state: fc.constantFrom('SANDBOX_READY', 'SANDBOX_NOTREADY'),
    metadata: fc.record({ attempt: fc.nat(3) }, { requiredKeys: [] }),
    network: fc.constantFrom({}, { ip: '10.0.0.1' }, { ip: '' }),
    created_at: fc.nat(100).map(String),
    linux: fc.constantFrom({}, { namespaces: { options: { network: 'NODE' as const } } }),
  },
  { requiredKeys: [] },
);

const container: fc.Arbitrary<ContainerStatus> = fc.record(
  {
    id: fc.constantFrom(...ids),
    state: fc.constantFrom('CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'),
    metadata: fc.record({ name: fc.constantFrom(...names), attempt: fc.nat(3) }, { requiredKeys: [] }),
    exit_code: fc.constantFrom(0, 1, 42, 137, -1),
    reason: fc.constantFrom('', 'OOMKilled', 'Error'),
    created_at: fc.nat(100).map(String),
    finished_at: fc.nat(100).map(String),
    annotations: fc.constantFrom({}, { 'io.kubernetes.container.hash': 'nonsense' }),
  },
  { requiredKeys: [] },
);

const results: fc.Arbitrary<ReadonlyMap<string, ProbeResult>> = fc
  .array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom<ProbeResult>('success', 'failure', 'unknown')))
  .map((pairs) => new Map(pairs));

/** Any status a runtime may return. */
export const arbitraryStatus: fc.Arbitrary<PodStatus> = fc.record({
  sandboxes: fc.array(sandbox, { maxLength: 3 }),
  containers: fc.array(container, { maxLength: 6 }),
  active: fc.subarray(ids).map((some) => new Set(some)),
  sandboxOf: fc.constant(new Map<string, string>()),
  ips: fc.constantFrom([], ['10.0.0.1']),
});

export const arbitraryProbes: fc.Arbitrary<ProbeResults> = fc.record({
  liveness: results,
  startup: results,
  readiness: results,
});
