// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { isUndisturbed } from '#evidence/history/order.js';
import { sandboxViewsAfter } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held, unexercised } from '../../verdict.js';

export const sandboxStopNotReadyAndListed: Contract = {
  id: 'sandbox.stop.not-ready-and-listed',
  level: 'must',
  since: '0.1.0',
  title: 'After StopPodSandbox the sandbox is NOTREADY and stays listed until it is removed',
  reference: {
    source: 'kubelet, PodSandboxChanged and sandbox garbage collection',
    says: 'a stopped sandbox remains visible, so that its attempt is known and it can be collected',
  },
  consequence:
    'If it is READY, it is stopped forever; if it vanished, attempts start over at 0 and names clash.',
  covers: ['SBX-015'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => life.stops.filter(isAnswered).map((stop) => ({ life, stop }))),
      'no sandbox was stopped',
      ({ life, stop }) => {
        const views = sandboxViewsAfter(life, stop);
        const gone = life.absences.find((read) => isUndisturbed(read, stop, life.changes));
        const ready = views.find(({ state }) => state !== 'SANDBOX_NOTREADY');
        const expected = 'SANDBOX_NOTREADY in status and lists';
        if (gone !== undefined)
          return holds([stop, gone], false, { expected, actual: `not shown by ${gone.rpc}` });
        if (ready !== undefined) return holds([stop, ready.call], false, { expected, actual: ready.state });
        if (views.length === 0) return unexercised('no sandbox was read after it was stopped');
        return held([stop.seq, ...views.map(({ call }) => call.seq)]);
      },
    ),
};
