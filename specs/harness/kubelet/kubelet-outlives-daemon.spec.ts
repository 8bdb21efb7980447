// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import type { CriMethod } from '#cri/methods.js';
import type { Evidence } from '#evidence/evidence.js';
import { allScenarios } from '#scenarios/all.generated.js';
import { playedOnLies } from '../../support/lies/played-on-lies.js';

jest.setTimeout(300_000);

const interventions: readonly CriMethod[] = [
  'RunPodSandbox',
  'StopPodSandbox',
  'RemovePodSandbox',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
  'PullImage',
];

/** What the kubelet did to the pod from the moment the daemon went until the pod was deleted. */
function interventionsIn(evidence: Evidence): readonly CriMethod[] {
  const { calls, intents } = evidence;
  const deleted = intents.find((event) => event.type === 'step' && event.name === 'delete-pod');
  const until = deleted?.atMs ?? Infinity;
  const from = evidence.outages()[0]?.stoppingMs ?? Infinity;
  return calls
    .filter(({ rpc, beganMs }) => interventions.includes(rpc) && beganMs >= from && beganMs < until)
    .map(({ rpc }) => rpc);
}

it.concurrent.each(['daemon.crash-while-idle', 'daemon.exits-while-stopped', 'daemon.exits-while-crashed'])(
  '%s: the kubelet looks again, and restarts nothing that is healthy',
  async (id) => {
    const scenario = allScenarios.find((each) => each.id === id);
    if (scenario === undefined) throw new Error(`no scenario ${id}`);
    const { evidence } = await playedOnLies(scenario, () => ({}));
    expect(evidence.ended).toBe('done');
    const [outage] = evidence.outages();
    const relists = evidence
      .answered('ListPodSandbox')
      .filter(({ beganMs }) => beganMs >= (outage?.startedMs ?? Infinity));
    expect(relists.length).toBeGreaterThan(0);
    expect(interventionsIn(evidence)).toEqual([]);
  },
);
