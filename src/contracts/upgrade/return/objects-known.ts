// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { containerLists, sandboxLists } from '../../occasions/lists.js';
import { madeInBetween } from '../../occasions/changes/made-in-between.js';
import { isSinceBack } from '../../occasions/across.js';
import { unexercised } from '../../verdict.js';

export const upgradeReturnObjectsKnown: Contract = {
  id: 'upgrade.return.objects-known',
  level: 'must',
  since: '0.1.0',
  title: 'After its return the old version lists the sandboxes and containers that the new one made',
  reference: {
    source: 'kubelet, relist',
    says: 'the kubelet takes an object that is missing in one list for removed',
  },
  consequence: 'Pods that started under the new version run twice after a rollback.',
  covers: ['RS1', 'RS2'],
  check: (evidence) =>
    judgeEach(
      madeInBetween(evidence),
      'the new version made nothing that was there when the old one returned',
      ({ id, name, kind, made, removes, outage }) => {
        const { lists, rpc } = kind === 'sandbox' ? sandboxLists(evidence) : containerLists(evidence);
        const endMs = Math.min(...removes.map(({ beganMs }) => beganMs));
        const list = lists.find(
          ({ call }) =>
            isSinceBack(call, outage) && call.endedMs <= endMs && call.request.filter === undefined,
        );
        if (list === undefined) return unexercised('nothing was listed after the return');
        return holds([made, list.call], list.ids.includes(id), {
          expected: `${rpc} with ${name}`,
          actual: 'a list without it',
        });
      },
    ),
};
