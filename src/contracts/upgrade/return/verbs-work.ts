// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { isSinceBack } from '../../occasions/across.js';
import { madeInBetween } from '../../occasions/changes/made-in-between.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const upgradeReturnVerbsWork: Contract = {
  id: 'upgrade.return.verbs-work',
  level: 'must',
  since: '0.1.0',
  title: 'What the new version made can be read, executed in, started, stopped and removed by the old one',
  reference: {
    source: 'CRI v1, the calls on sandboxes and containers; practice of node upgrades: a rollback',
    says: 'an object is known by its id, whichever version made it',
  },
  consequence: 'Pods that started under the new version can be neither stopped nor removed after a rollback.',
  covers: ['RS4'],
  check: (evidence) => {
    const made = madeInBetween(evidence);
    const ids = new Map(made.map((one) => [one.id, one]));
    return judgeEach(
      evidence.calls.flatMap((call) => {
        const one = ids.get(idIn(call));
        return one === undefined || !verbs.has(call.rpc) || !isSinceBack(call, one.outage) ? [] : [call];
      }),
      'nothing was done after the return with what the new version made',
      (call) => mustSucceed(call, `${call.rpc} of what the new version made`),
    );
  },
};

const verbs: ReadonlySet<string> = new Set([
  ...['ContainerStatus', 'PodSandboxStatus', 'ContainerStats', 'ExecSync', 'StartContainer'],
  ...['StopContainer', 'RemoveContainer', 'StopPodSandbox', 'RemovePodSandbox'],
]);

function idIn({ request }: RecordedCall): string {
  const { container_id: container, pod_sandbox_id: sandbox } = request as Readonly<Record<string, unknown>>;
  return typeof container === 'string' ? container : typeof sandbox === 'string' ? sandbox : '';
}
