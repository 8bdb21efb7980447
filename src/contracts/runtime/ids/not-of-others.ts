// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isOnOthers, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { endingOf, judgeEach } from '../../judging/judging.js';
import { held, violated } from '../../verdict.js';

type Creation = AnsweredCall<'RunPodSandbox'> | AnsweredCall<'CreateContainer'>;

export const runtimeIdsNotOfOthers: Contract = {
  id: 'runtime.ids.not-of-others',
  level: 'must',
  since: '0.1.0',
  title: "No answer passes off someone else's object as the requested one",
  reference: {
    source:
      'CRI v1, RunPodSandboxResponse, CreateContainerResponse, ListPodSandboxResponse, ListContainersResponse',
    says: "an id identifies one object, and its pod's uid says whose it is; a kubelet trusts the ids it is given",
  },
  consequence: 'A kubelet stops and removes the containers of another pod, or runs its commands in them.',
  covers: ['GEN-010'],
  check: (evidence) => {
    const creations = [...evidence.answered('RunPodSandbox'), ...evidence.answered('CreateContainer')];
    const occasions: readonly RecordedCall[] = [
      ...evidence.calls.filter((call) => isOnOthers(call)),
      ...creations.filter((creation) => isActedOn(evidence, creation)),
    ];
    return judgeEach(occasions, 'no object of this run was started or stopped', (call) => {
      if (!isOnOthers(call)) return held([call.seq]);
      const named = creations.find((creation) => objectOf(call) === idOf(creation));
      return violated(named === undefined ? [call.seq] : [named.seq, call.seq], {
        expected: 'the id of an object of this pod',
        actual: endingOf(call),
      });
    });
  },
};

function isActedOn(evidence: Evidence, creation: Creation): boolean {
  const id = idOf(creation);
  const changes = [...evidence.on('StartContainer', id), ...evidence.on('StopPodSandbox', id)];
  return changes.some(isAnswered);
}

function idOf({ outcome: { response } }: Creation): string {
  return ('pod_sandbox_id' in response ? response.pod_sandbox_id : undefined) ?? containerId(response);
}

function containerId(response: object): string {
  return (response as { readonly container_id?: string }).container_id ?? '';
}

function objectOf({ request }: RecordedCall): string {
  const { container_id: container, pod_sandbox_id: sandbox } = request as {
    readonly container_id?: string;
    readonly pod_sandbox_id?: string;
  };
  return container ?? sandbox ?? '';
}
