// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { sandboxViewsAfter, type SandboxHistory } from '#evidence/history/sandbox-history.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { held } from '../../verdict.js';

export const restartPreexistingRemove: Contract = {
  id: 'restart.preexisting.remove',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox from before the restart can be stopped and removed, and then its name is free',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox and RPC RemovePodSandbox',
    says: 'removal releases everything the object holds, including its network and its name',
  },
  consequence: 'Pods from before an upgrade stay in Terminating, and a pod of the same name cannot start.',
  covers: ['RS4', 'S5', 'S6', 'N3'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => {
        const remove = life.removes.find((each) => isAcross(evidence, life.run, each));
        return remove === undefined ? [] : [{ life, remove }];
      }),
      'no sandbox from before a restart was removed after it',
      ({ life, remove }) => {
        const stops = life.stops.filter((stop) => isAcross(evidence, life.run, stop));
        const failed = [...stops, remove].find((call) => !isAnswered(call));
        if (failed !== undefined)
          return mustSucceed(failed, `${failed.rpc} of a sandbox from before the restart`);
        const [view] = sandboxViewsAfter(life, remove);
        if (view !== undefined) {
          const actual = `${view.state} in ${view.call.rpc}`;
          return holds([remove, view.call], false, { expected: 'gone after RemovePodSandbox', actual });
        }
        const again = namesake(evidence, life, remove);
        if (again === undefined) return held([...stops, remove].map(({ seq }) => seq));
        return isAnswered(again)
          ? held([remove.seq, again.seq])
          : mustSucceed(again, 'RunPodSandbox with the metadata of a removed sandbox');
      },
    ),
};

/** The next sandbox with the same metadata. */
function namesake(
  evidence: Evidence,
  life: SandboxHistory,
  remove: RecordedCall,
): RecordedCall<'RunPodSandbox'> | undefined {
  const key = JSON.stringify(life.config.metadata);
  return evidence
    .of('RunPodSandbox')
    .find((run) => beganAfter(run, remove) && JSON.stringify(run.request.config?.metadata) === key);
}
