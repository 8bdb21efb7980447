// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import type { CriClient } from '#cri/client/client.js';
import { observe } from '#cri/client/intercept.js';
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
import { witnessedClient, type WitnessPorts } from './clients/witnessed-client.js';
import { ObjectIds } from './object-ids.js';
import { objectsOf } from './objects-of.js';
import { fill, withRegistry } from './steps/placeholders.js';
import { emit, note, type ScenarioContext } from './scenario-context.js';
import type { RunContext } from './run-context.js';
import { ScenarioWitness } from './witness/scenario-witness.js';

/** Gives the kubelet the scenario's pod; from now on everything happens through the context. */
export async function startScenario(runContext: RunContext, scenario: Scenario): Promise<ScenarioContext> {
  const { writer } = runContext;
  // The kubelets of different scenarios must not share their records of pulled images.
  const node = { ...runContext.node, rootDir: join(runContext.node.rootDir, scenario.id) };
  const { onFault, rotatedLogs, ...sinks } = sinksOf(writer, scenario);
  const ids = new Set<string>();
  const witness = witnessOf(runContext, scenario);
  const recorded = recordedClient(runContext, { scenario, ids, witness });
  const witnessed = witnessedClient(recorded, witnessPorts(runContext, scenario, node));
  const counts = new Map<string, number>();
  const [forKubelet, byHand] = impatientClients(witnessed, runContext.patience);
  const faulty = faultyClient(forKubelet, { clock: systemClock, onFault });
  faulty.inject(scenario.faults ?? []);
  const ports = { cri: countingClient(faulty, counts), clock: systemClock, node, ...sinks };
  const scratch = join(node.rootDir, 'scratch');
  await node.makeDir(scratch);
  const nextPod = podsOf(runContext, scenario, scratch);
  const first = nextPod((same) => same);
  // Created last: if its pod could not be recorded, nobody would stop it.
  const options = kubeletOptions(runContext, scenario);
  const kubelet = new Kubelet(ports, options);
  return {
    ...ofRun(runContext),
    scenario,
    writer,
    kubelet,
    faults: faulty,
    node,
    scratch,
    nextPod,
    outageGroup: runContext.outageGroups.of(scenario),
    seenProcesses: new Set<string>(),
    mentionedIds: ids,
    witness,
    cgroupOf: (uid) => cgroupParent(scenario.pod, uid, options.facts),
    cri: countingClient(byHand, counts),
    controller: kubelet.add(first.pod),
    uids: [first.uid],
    ids: new ObjectIds(),
    streams: [],
    eventsSeen: new Set<string>(),
    rotatedLogs,
    background: [],
    stepsBegun: 0,
  };
}

type OfRun =
  'registry' | 'known' | 'servedImage' | 'rpcTimeoutMs' | 'patience' | 'signal' | 'tooLate' | 'processes';

/** What all scenarios of a run share. */
function ofRun({
  registry,
  known,
  servedImage,
  rpcTimeoutMs,
  patience,
  signal,
  tooLate,
  processes,
}: RunContext): Pick<ScenarioContext, OfRun> {
  return { registry, known, servedImage, rpcTimeoutMs, patience, signal, tooLate, processes };
}

interface RecordedFor {
  readonly scenario: Scenario;
  /** Gets the ids of all that is created. */
  readonly ids: Set<string>;
  readonly witness: ScenarioWitness | undefined;
}

/** Writes every call of the scenario, and remembers the ids of what it made. */
function recordedClient(
  { cri, writer, own: ours }: RunContext,
  { scenario: { id: scenario }, ids, witness: onlooker }: RecordedFor,
): CriClient {
  return recordingClient(collectIds(cri, ids), { writer, scenario, ours, onlooker });
}

function witnessOf(
  { witness, writer, own, signal }: RunContext,
  scenario: Scenario,
): ScenarioWitness | undefined {
  return witness && new ScenarioWitness({ witness, writer, own, signal, scenario: scenario.id });
}

interface Sinks extends Pick<KubeletPorts, 'note' | 'onLogRenamed'> {
  /** The rotated file of each log, by the log's path. */
  readonly rotatedLogs: Map<string, string>;
  readonly onFault: FaultyPorts['onFault'];
}

/** Where the client looks past the socket, and where it writes what it saw. */
function witnessPorts(
  { writer, servedImage, pullBegins, isOurRuntime, node: { rootDir } }: RunContext,
  scenario: Scenario,
  node: RunContext['node'],
): WitnessPorts {
  return {
    node,
    runDirectory: dirname(rootDir),
    mayConnect: isOurRuntime,
    servedImage,
    pullBegins,
    emit: (seen) => {
      emit({ writer, scenario }, { type: 'observation', ...seen });
    },
  };
}

/** The kubelet and the fault injector report to the recording. */
function sinksOf(writer: EvidenceWriter, scenario: Scenario): Sinks {
  const from = { writer, scenario };
  const rotatedLogs = new Map<string, string>();
  return {
    rotatedLogs,
    note: (what, facts) => {
      note(from, what, facts);
    },
    onLogRenamed: (log) => {
      rotatedLogs.set(log.path, log.rotated);
      emit(from, { type: 'log-renamed', ...log });
    },
    onFault: (fault) => {
      emit(from, { type: 'fault', ...fault });
    },
  };
}

function kubeletOptions(runContext: RunContext, scenario: Scenario): KubeletOptions {
  const { kubelet, registry, run, known } = runContext;
  const { source = kubelet.source, ownImages, steps, gates = [] } = scenario;
  const kills = scenario.ownCgroup === true || steps.some((step) => step.do === 'kill-sandbox-process');
  const facts = kills ? { ...kubelet.facts, podCgroups: runContext.namedCgroups() } : kubelet.facts;
  return {
    ...kubelet,
    facts,
    source,
    gates,
    objects: fill(objectsOf(scenario, registry, namespaceOf(run)), (name) => known[name]),
    ...(ownImages !== undefined && { ownImages: withRegistry(ownImages, registry) }),
  };
}

interface NewPod {
  readonly pod: Pod;
  readonly uid: string;
}

function podsOf(runContext: RunContext, scenario: Scenario, scratch: string): ScenarioContext['nextPod'] {
  return (change) => podOf(runContext, { ...scenario, pod: change(scenario.pod) }, scratch);
}

/** A new pod of the scenario; its uid is in the ledger before the pod is created. */
function podOf(runContext: RunContext, scenario: Scenario, scratch: string): NewPod {
  const { registry, run, registerPod } = runContext;
  const uid = randomUUID();
  registerPod(uid);
  const token = `${scenario.id}-${uid.slice(0, 8)}`;
  const known: Readonly<Record<string, string>> = { ...runContext.known, scratch, token };
  const filled = fill(withRegistry(scenario.pod, registry), (name) => known[name]);
  const { metadata } = filled;
  const labels = { ...metadata.labels, [runLabel]: run };
  const namespace = metadata.namespace ?? namespaceOf(run);
  return { uid, pod: { ...filled, metadata: { ...metadata, uid, labels, namespace } } };
}

/** Adds the id of each object that an answer says was created. */
function collectIds(inner: CriClient, ids: Set<string>): CriClient {
  return observe(inner, {
    ended: (_, outcome) => {
      if (outcome.kind === 'ok') for (const id of idsIn(outcome.response)) ids.add(id);
    },
  });
}

/** Ids of the objects that an answer says were created. */
function idsIn(answer: object): readonly string[] {
  const { pod_sandbox_id: sandbox, container_id: container } = answer as Readonly<Record<string, unknown>>;
  return [sandbox, container].filter((id) => typeof id === 'string' && id !== '') as string[];
}
