// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import { recordingClient } from '#evidence/write/recording-client.js';
import { cgroupParent } from '#kubelet/config/sandbox/cgroup-parent.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import type { Pod } from '#pod/pod.js';
import type { Scenario } from '#scenarios/scenario.js';
import { systemClock } from '#host/system-clock.js';
import { countingClient } from './clients/counting-client.js';
import { faultyClient } from './clients/faulty-client.js';
import { heardClient } from './clients/observed-client.js';
import { Memory } from './object-ids.js';
import { objectsOf } from './objects-of.js';
import { fill, withRegistry } from './steps/placeholders.js';
import type { Stage } from './scenario-context.js';
import type { Theatre } from './run-context.js';

/** The kubelet has its pod; whatever happens to it happens through the stage. */
export async function raiseCurtain(theatre: Theatre, scenario: Scenario): Promise<Stage> {
  const { tape } = theatre;
  // What one kubelet notes about its pulls is nothing to the kubelet of another story.
  const node = { ...theatre.node, rootDir: join(theatre.node.rootDir, scenario.id) };
  const journal = (what: string, facts?: Record<string, unknown>): void => {
    tape.append({ type: 'note', scenario: scenario.id, atMs: tape.nowMs(), what, ...(facts && { facts }) });
  };
  const ids = new Set<string>();
  const told = heardClient(theatre.cri, (_, outcome) => {
    if (outcome.kind === 'ok') for (const id of idsIn(outcome.response)) ids.add(id);
  });
  const recorded = recordingClient(told, { tape, scenario: scenario.id, ours: theatre.own });
  const counts = new Map<string, number>();
  const faulty = faultyClient(recorded, { clock: systemClock, note: journal });
  faulty.interpose(scenario.faults ?? []);
  const ports = { cri: countingClient(faulty, counts), clock: systemClock, node, journal };
  const scratch = join(node.rootDir, 'scratch');
  await node.makeDir(scratch);
  const nextPod = (change: (pod: Pod) => Pod): NewPod =>
    podOf(theatre, { ...scenario, pod: change(scenario.pod) }, scratch);
  const pod = nextPod((same) => same);
  // The last that is made: nobody would end one whose pod could not be noted.
  const options = kubeletOptions(theatre, scenario);
  const kubelet = new Kubelet(ports, options);
  const { registry, rpcTimeoutMs, patienceMs, signal, tooLate, processes } = theatre;
  return {
    ...{ scenario, tape, kubelet, faulty, registry, rpcTimeoutMs, patienceMs, signal, tooLate, processes },
    ...{
      node,
      scratch,
      nextPod,
      company: theatre.companies.of(scenario),
      seenProcesses: new Set<string>(),
      ids,
    },
    cgroupOf: (uid) => cgroupParent(scenario.pod, uid, options.facts),
    cri: countingClient(recorded, counts),
    life: kubelet.add(pod.pod),
    uids: [pod.uid],
    memory: new Memory(),
    streams: [],
    beside: [],
  };
}

function kubeletOptions(theatre: Theatre, scenario: Scenario): KubeletOptions {
  const { kubelet, registry, run } = theatre;
  const { source = kubelet.source, ownImages, beats } = scenario;
  const kills = beats.some((beat) => beat.do === 'kill-sandbox-process');
  const facts = kills ? { ...kubelet.facts, podCgroups: theatre.namedCgroups() } : kubelet.facts;
  return {
    ...{ ...kubelet, facts, source, objects: objectsOf(scenario, registry, namespaceOf(run)) },
    ...(ownImages !== undefined && { ownImages: withRegistry(ownImages, registry) }),
  };
}

interface NewPod {
  readonly pod: Pod;
  readonly uid: string;
}

/** A new pod of the scenario: its uid is known to the ledger before anything is made of it. */
function podOf(theatre: Theatre, scenario: Scenario, scratch: string): NewPod {
  const { registry, run, podWillExist } = theatre;
  const uid = randomUUID();
  podWillExist(uid);
  const known: Readonly<Record<string, string>> = { scratch, token: `${scenario.id}-${uid.slice(0, 8)}` };
  const filled = fill(withRegistry(scenario.pod, registry), (name) => known[name]);
  const { metadata } = filled;
  const labels = { ...metadata.labels, [runLabel]: run };
  const namespace = metadata.namespace ?? namespaceOf(run);
  return { uid, pod: { ...filled, metadata: { ...metadata, uid, labels, namespace } } };
}

/** Of what an answer says was made. */
function idsIn(answer: object): readonly string[] {
  const { pod_sandbox_id: sandbox, container_id: container } = answer as Readonly<Record<string, unknown>>;
  return [sandbox, container].filter((id) => typeof id === 'string' && id !== '') as string[];
}
