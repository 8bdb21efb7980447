// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import type { CriClient } from '#cri/client/client.js';
import { recordingClient } from '#evidence/write/recording-client.js';
import { cgroupParent } from '#kubelet/config/sandbox/cgroup-parent.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions, KubeletPorts } from '#kubelet/context/kubelet-options.js';
import type { Pod } from '#pod/pod.js';
import type { Scenario } from '#scenarios/scenario.js';
import { systemClock } from '#host/system-clock.js';
import { countingClient } from './clients/counting-client.js';
import { faultyClient, type FaultyPorts } from './clients/faulty-client.js';
import { impatientClients } from './clients/impatient-client.js';
import { observedClient } from './clients/observed-client.js';
import { ObjectIds } from './object-ids.js';
import { objectsOf } from './objects-of.js';
import { fill, withRegistry } from './steps/placeholders.js';
import { emit, note, type ScenarioContext } from './scenario-context.js';
import type { RunContext } from './run-context.js';

/** Gives the kubelet the scenario's pod; from now on everything happens through the context. */
export async function startScenario(runContext: RunContext, scenario: Scenario): Promise<ScenarioContext> {
  const { writer } = runContext;
  // The kubelets of different scenarios must not share their records of pulled images.
  const node = { ...runContext.node, rootDir: join(runContext.node.rootDir, scenario.id) };
  const { onFault, ...sinks } = sinksOf(writer, scenario);
  const ids = new Set<string>();
  const recorded = recordingClient(collecting(ids, runContext.cri), {
    writer,
    scenario: scenario.id,
    ours: runContext.own,
  });
  const counts = new Map<string, number>();
  const [forKubelet, byHand] = impatientClients(recorded, runContext.patience);
  const faulty = faultyClient(forKubelet, { clock: systemClock, onFault });
  faulty.inject(scenario.faults ?? []);
  const ports = { cri: countingClient(faulty, counts), clock: systemClock, node, ...sinks };
  const scratch = join(node.rootDir, 'scratch');
  await node.makeDir(scratch);
  const nextPod = (change: (pod: Pod) => Pod): NewPod =>
    podOf(runContext, { ...scenario, pod: change(scenario.pod) }, scratch);
  const pod = nextPod((same) => same);
  // Created last: if its pod could not be recorded, nobody would stop it.
  const options = kubeletOptions(runContext, scenario);
  const kubelet = new Kubelet(ports, options);
  const { registry, rpcTimeoutMs, patience, signal, tooLate, processes } = runContext;
  return {
    scenario,
    writer,
    kubelet,
    faults: faulty,
    registry,
    rpcTimeoutMs,
    patience,
    signal,
    tooLate,
    processes,
    node,
    scratch,
    nextPod,
    outageGroup: runContext.outageGroups.of(scenario),
    seenProcesses: new Set<string>(),
    mentionedIds: ids,
    cgroupOf: (uid) => cgroupParent(scenario.pod, uid, options.facts),
    cri: countingClient(byHand, counts),
    controller: kubelet.add(pod.pod),
    uids: [pod.uid],
    ids: new ObjectIds(),
    streams: [],
    background: [],
    stepsBegun: 0,
  };
}

/** Keeps the ids of what answers say was created. */
function collecting(ids: Set<string>, cri: CriClient): CriClient {
  return observedClient(cri, (_, outcome) => {
    if (outcome.kind === 'ok') for (const id of idsIn(outcome.response)) ids.add(id);
  });
}

interface Sinks extends Pick<KubeletPorts, 'note' | 'onLogRenamed'> {
  readonly onFault: FaultyPorts['onFault'];
}

/** The kubelet and the fault injector report to the recording. */
function sinksOf(writer: EvidenceWriter, scenario: Scenario): Sinks {
  const from = { writer, scenario };
  return {
    note: (what, facts) => {
      note(from, what, facts);
    },
    onLogRenamed: (log) => {
      emit(from, { type: 'log-renamed', ...log });
    },
    onFault: (fault) => {
      emit(from, { type: 'fault', ...fault });
    },
  };
}

function kubeletOptions(runContext: RunContext, scenario: Scenario): KubeletOptions {
  const { kubelet, registry, run } = runContext;
  const { source = kubelet.source, ownImages, steps } = scenario;
  const kills = steps.some((step) => step.do === 'kill-sandbox-process');
  const facts = kills ? { ...kubelet.facts, podCgroups: runContext.namedCgroups() } : kubelet.facts;
  return {
    ...kubelet,
    facts,
    source,
    objects: objectsOf(scenario, registry, namespaceOf(run)),
    ...(ownImages !== undefined && { ownImages: withRegistry(ownImages, registry) }),
  };
}

interface NewPod {
  readonly pod: Pod;
  readonly uid: string;
}

/** A new pod of the scenario; its uid is in the ledger before the pod is created. */
function podOf(runContext: RunContext, scenario: Scenario, scratch: string): NewPod {
  const { registry, run, registerPod } = runContext;
  const uid = randomUUID();
  registerPod(uid);
  const known: Readonly<Record<string, string>> = { scratch, token: `${scenario.id}-${uid.slice(0, 8)}` };
  const filled = fill(withRegistry(scenario.pod, registry), (name) => known[name]);
  const { metadata } = filled;
  const labels = { ...metadata.labels, [runLabel]: run };
  const namespace = metadata.namespace ?? namespaceOf(run);
  return { uid, pod: { ...filled, metadata: { ...metadata, uid, labels, namespace } } };
}

/** Ids of the objects that an answer says were created. */
function idsIn(answer: object): readonly string[] {
  const { pod_sandbox_id: sandbox, container_id: container } = answer as Readonly<Record<string, unknown>>;
  return [sandbox, container].filter((id) => typeof id === 'string' && id !== '') as string[];
}
