// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import {
  isAfterOutage,
  killedSandboxId,
  sandboxesThrough,
  type SurvivingSandbox,
} from '../../occasions/outages.js';
import { unexercised } from '../../verdict.js';

export const restartSandboxReadyIsTrue: Contract = {
  id: 'restart.sandbox.ready-is-true',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox whose process died while the runtime was down is NOTREADY, or fully working',
  reference: {
    source: 'kubelet, computePodActions; CRI v1, PodSandboxState',
    says: 'READY means that containers can be created in it; some runtimes keep its namespaces without a process',
  },
  consequence: 'Containers are started again and again in a sandbox that no longer exists.',
  covers: ['L10', 'RS3'],
  check: (evidence) =>
    judgeEach(
      sandboxesThrough(evidence).filter(
        ({ life, outage, before }) =>
          before.state === 'SANDBOX_READY' && killedSandboxId(evidence, outage) === life.id,
      ),
      'no sandbox process died while the daemon was down',
      (survivor) => {
        const { before, after } = survivor;
        const last = after.at(-1) ?? before;
        if (last.state === 'SANDBOX_NOTREADY') return holds([before.call, last.call], true, nothing);
        const trial = firstTrial(evidence, survivor);
        if (trial === undefined) return unexercised('no container was created in it');
        return holds([before.call, last.call, trial], isAnswered(trial), {
          expected: 'SANDBOX_NOTREADY, or a container that can be created and started in it',
          actual: `SANDBOX_READY, and ${trial.rpc}: ${endingOf(trial)}`,
        });
      },
    ),
};

const nothing = { expected: '', actual: '' };

/** The first container that was created in it after the outage: its start, or what came instead. */
function firstTrial(evidence: Evidence, { life, outage }: SurvivingSandbox): RecordedCall | undefined {
  const create = evidence.on('CreateContainer', life.id).find((call) => isAfterOutage(call, outage));
  if (create === undefined || isRefused(create)) return create;
  if (!isAnswered(create)) return undefined;
  const starts = evidence.on('StartContainer', create.outcome.response.container_id ?? '');
  return starts.find((start) => isAnswered(start) || isRefused(start));
}
