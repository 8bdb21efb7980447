// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { sandboxesSeenThrough, wasKilledWhileDown } from '../../occasions/outages.js';

export const restartSandboxStateKept: Contract = {
  id: 'restart.sandbox.state-kept',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox has the state after a restart of the runtime that it had before',
  reference: {
    source: 'kubelet, computePodActions',
    says: 'a pod whose sandbox is not READY is killed and recreated',
  },
  consequence: 'Every pod of the node is restarted by an update of the runtime.',
  covers: ['RS1'],
  check: (evidence) =>
    judgeEach(
      sandboxesSeenThrough(evidence).filter(({ life }) => !wasKilledWhileDown(evidence, life.id)),
      'no sandbox was read before and after an outage of the daemon',
      ({ before, after }) => {
        const other = after.find(({ state }) => state !== before.state);
        const { call, state } = other ?? after[0];
        return holds([before.call, call], other === undefined, {
          expected: `${before.state}, as before`,
          actual: `${state} in ${call.rpc}`,
        });
      },
    ),
};
