// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Failure } from '#base/failure.js';
import { podNameLabel, podNamespaceLabel, podUidLabel } from '#base/pod-labels.js';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { leavePodSlices } from '#run-ledger/undo/pod-cgroups.js';
import { linuxOfTrial, trialPod, type Trial } from '../preflight/trial-pod.js';
import type { TargetSession } from './session.js';

export interface TrialOutcome extends Omit<Trial, 'image' | 'sandboxConfig'> {
  readonly podCgroups: NodeFacts['podCgroups'];
}

/** Tries one pod, in the ledger before it is requested: what is not removed at once, the session removes. */
export async function tryOnePod(
  session: TargetSession,
  { podCgroups, ...trial }: TrialOutcome,
): Promise<Failure | undefined> {
  const uid = randomUUID();
  if (podCgroups !== null) leavePodSlices(session.directory, session.ledger.leaves);
  session.registerPod(uid);
  const [name, namespace] = ['trial', namespaceOf(session.run)];
  const labels = {
    [podNameLabel]: name,
    [podNamespaceLabel]: namespace,
    [podUidLabel]: uid,
    [runLabel]: session.run,
  };
  return trialPod({
    ...trial,
    image: `${session.images}/box:1`,
    sandboxConfig: {
      metadata: { name, namespace, uid },
      hostname: name,
      log_directory: join(session.directory, 'pods', 'trial'),
      labels,
      linux: linuxOfTrial(uid, podCgroups),
    },
  });
}
