// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import {
  sandboxViewsAfter,
  type SandboxHistory,
  type SandboxView,
} from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import type { Fact } from '../../fact.js';
import { mustDiffer } from '../../judging/clashes.js';
import { sameSpelling } from '../../occasions/ip-text.js';
import { held, unexercised } from '../../verdict.js';

export const sandboxNetworkIpNotShared: Contract = {
  id: 'sandbox.network.ip-not-shared',
  level: 'must',
  since: '0.1.0',
  title: 'No two sandboxes have the same pod-network address at the same time',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus.ip; Kubernetes network model',
    says: 'every pod has its own address',
  },
  consequence: 'Traffic for one pod reaches another.',
  covers: ['W2'],
  check: (evidence) => {
    const addresses = evidence.sandboxes().flatMap((life) => addressesOf(evidence, life));
    const calls = addresses.flatMap((fact) => fact.calls).slice(0, mostCalls);
    if (new Set(addresses.map(({ of }) => of)).size < 2)
      return unexercised('no two sandboxes of a scenario had an address');
    return mustDiffer(addresses, 'address') ?? held(calls);
  },
  across: {
    factsOf: (evidence) => evidence.sandboxes().flatMap((life) => addressesOf(evidence, life)),
    check: (facts) => mustDiffer(facts, 'address'),
  },
};

const mostCalls = 20;

/** A sandbox has one for each family; a runtime may answer with more than anybody can keep. */
const mostAddresses = 8;

/** Every address that a status showed. It is the sandbox's own until the sandbox is asked to end. */
function addressesOf(evidence: Evidence, life: SandboxHistory): readonly Fact[] {
  if (life.hostNetwork) return [];
  const untilMs = Math.min(evidence.endedMs ?? Infinity, ...life.changes.map(({ beganMs }) => beganMs));
  const first = new Map<string, SandboxView>();
  for (const view of sandboxViewsAfter(life, life.run))
    for (const ip of ipsIn(view)) if (first.size < mostAddresses && !first.has(ip)) first.set(ip, view);
  return [...first].map(([value, { call }]) => ({
    scenario: evidence.scenario,
    of: `sandbox ${life.id}`,
    value,
    fromMs: call.endedMs,
    untilMs,
    calls: [life.run.seq, call.seq],
  }));
}

function ipsIn(view: SandboxView): readonly string[] {
  if (view.kind !== 'status') return [];
  const { ip = '', additional_ips: others = [] } = view.status.network ?? {};
  return [ip, ...others.map((other) => other.ip ?? '')].filter((each) => each !== '').map(sameSpelling);
}
