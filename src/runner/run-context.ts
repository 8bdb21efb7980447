// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { OwnObjects } from '#guard/own-objects.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import type { Need } from '#scenarios/scenario.js';
import type { Patience } from './patience.js';
import type { WitnessPorts } from './clients/witnessed-client.js';
import type { OutageGroups } from './outages/outage-groups.js';
import type { NodeWitness } from './witness/node-witness.js';

/** What all scenarios of a run share. */
export interface RunContext {
  readonly run: string;
  readonly writer: EvidenceWriter;
  readonly cri: CriClient;
  /** Our registry with the run's prefix. */
  readonly registry: string;
  /** It was started for this run: its stream addresses may be connected to. */
  readonly isOurRuntime: boolean;
  /** What that registry serves under a reference. */
  readonly servedImage: WitnessPorts['servedImage'];
  /** What that registry is asked for during a pull. */
  readonly pullBegins: WitnessPorts['pullBegins'];
  readonly kubelet: KubeletOptions;
  /**
   * Pod cgroups with the pod's uid in their names, for scenarios that kill processes. The first call adds
   * them to the ledger.
   */
  readonly namedCgroups: () => NodeFacts['podCgroups'];
  readonly node: NodeFiles;
  readonly outageGroups: OutageGroups;
  readonly processes: PodProcesses;
  /** Looks at the node; absent: nobody does. */
  readonly witness?: NodeWitness;
  /** What this run created on the runtime. */
  readonly own: OwnObjects;
  /** Why a need cannot be met here; undefined if it can. */
  readonly lacks: (need: Need) => string | undefined;
  /** What `{handler}`, `{device}`, `{cpu}` and `{numa}` stand for here (src/scenarios/step.ts). */
  readonly known: Readonly<Record<string, string>>;
  /** The runtime's own log file, if we can read it. */
  readonly runtimeLog: string | undefined;
  readonly rpcTimeoutMs: number;
  /** How long steps and calls may take; all scenarios learn together. */
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Aborts some time after `signal`: cleanup that has not finished by then is given up. */
  readonly tooLate: AbortSignal;
  /** Called before a pod is created, so that the pod of a killed run can be cleaned up. */
  readonly registerPod: (uid: string) => void;
}
