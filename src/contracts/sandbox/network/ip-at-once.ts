// SPDX-License-Identifier: Apache-2.0
import { sandboxViewsAfter } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised, unsupported } from '../../verdict.js';

export const sandboxNetworkIpAtOnce: Contract = {
  id: 'sandbox.network.ip-at-once',
  level: 'must',
  since: '0.1.0',
  title: 'The first status of a pod-network sandbox already has its address',
  reference: {
    source: 'kubelet, determinePodSandboxIPs and PodSandboxChanged',
    says: 'the address is taken from the status read right after creation, to fill hosts files and hooks',
  },
  consequence:
    'Containers start without their hosts entry, and then the pod is killed because it has no address.',
  covers: ['NET-001'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().filter(({ hostNetwork }) => !hostNetwork),
      'no sandbox with a pod network was created',
      (life) => {
        const first = sandboxViewsAfter(life, life.run).find((view) => view.kind === 'status');
        if (first?.kind !== 'status') return unexercised('no status was read after a sandbox was created');
        const { network } = first.status;
        if (network === undefined)
          return unsupported([first.call.seq], 'the runtime leaves the network to others');
        return holds([life.run, first.call], (network.ip ?? '') !== '', {
          expected: 'network.ip in the first status',
          actual: 'an empty network.ip',
        });
      },
    ),
};
