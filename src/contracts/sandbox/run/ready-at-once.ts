// SPDX-License-Identifier: Apache-2.0
import { isUndisturbed } from '#evidence/history/order.js';
import { type SandboxView, sandboxViewsAfter } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held, unexercised } from '../../verdict.js';

export const sandboxRunReadyAtOnce: Contract = {
  id: 'sandbox.run.ready-at-once',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox is READY in its status and in lists as soon as RunPodSandbox has answered',
  reference: {
    source: 'CRI v1, RPC RunPodSandbox; kubelet, PodSandboxChanged',
    says: 'an OK answer means that the sandbox runs; the kubelet reads its status right away and expects to find it ready',
  },
  consequence:
    'The kubelet takes the sandbox for dead and makes another one with the next attempt, again and again.',
  covers: ['SBX-001', 'LST-006', 'L1'],
  check: (evidence) =>
    judgeEach(evidence.sandboxes(), 'no sandbox was created', (life) => {
      const gone = life.absences.find((read) => isUndisturbed(read, life.run, life.changes));
      const firsts = firstOfEachKind(sandboxViewsAfter(life, life.run));
      const dead = firsts.find(({ state }) => state !== 'SANDBOX_READY');
      const expected = `sandbox ${life.id} READY in status and lists after RunPodSandbox`;
      if (gone !== undefined)
        return holds([life.run, gone], false, { expected, actual: `not shown by ${gone.rpc}` });
      if (dead !== undefined)
        return holds([life.run, dead.call], false, { expected, actual: `${dead.state} in ${dead.call.rpc}` });
      if (firsts.length === 0) return unexercised('no sandbox was read after its creation');
      return held([life.run.seq, ...firsts.map(({ call }) => call.seq)]);
    }),
};

function firstOfEachKind(views: readonly SandboxView[]): readonly SandboxView[] {
  return views.filter((view, at) => views.findIndex(({ kind }) => kind === view.kind) === at);
}
