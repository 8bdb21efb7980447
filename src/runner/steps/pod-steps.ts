// SPDX-License-Identifier: Apache-2.0
import type { DeleteOptions } from '#kubelet/decide/report/pod-life.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodBeat, PodChange } from '#scenarios/step.js';
import { withRegistry } from './placeholders.js';
import { stuck, type Stage } from '../scenario-context.js';

type Play = {
  readonly [D in PodBeat['do']]: (stage: Stage, beat: Extract<PodBeat, { do: D }>) => Promise<void>;
};

/** What the API server tells the kubelet about the pod. */
export const podBeats: Play = {
  'delete-pod': async (stage, { gracePeriodSeconds, wait }) => {
    const deletion = stage.life.delete(ending(stage, gracePeriodSeconds));
    if (wait === 'no') stage.beside.push(deletion);
    else if ((await deletion) === 'stuck') throw stuck(stage, 'the pod to be killed');
  },
  'until-terminated': async (stage) => {
    const options = { timeoutMs: stage.patienceMs, signal: stage.signal };
    if (!(await stage.life.until((view) => view.terminated, options)))
      throw stuck(stage, 'the pod to be killed');
  },
  'update-pod': (stage, { change }) => {
    stage.life.update(changed(stage.life.pod, withRegistry(change, stage.registry)));
    return Promise.resolve();
  },
  'evict-pod': async (stage, { gracePeriodSeconds }) => {
    if ((await stage.life.evict(ending(stage, gracePeriodSeconds))) === 'stuck')
      throw stuck(stage, 'the pod to be killed');
  },
  'replace-pod': (stage, { change }) => {
    const { pod, uid } = stage.nextPod((old) => changed(old, change));
    stage.uids.push(uid);
    stage.life = stage.kubelet.replace(stage.life, pod);
    return Promise.resolve();
  },
};

function ending({ patienceMs, signal }: Stage, gracePeriodSeconds: number | undefined): DeleteOptions {
  return { timeoutMs: patienceMs, signal, ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }) };
}

function changed(pod: Pod, { containers = {}, ephemeralContainers }: PodChange): Pod {
  const after = (container: Container): Container => ({ ...container, ...containers[container.name] });
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: pod.spec.containers.map(after),
      ...(ephemeralContainers && { ephemeralContainers }),
    },
  };
}
