// SPDX-License-Identifier: Apache-2.0
import type { SandboxHistory, SandboxView } from '#evidence/history/sandbox-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held } from '../../verdict.js';

export const sandboxStatusStateForward: Contract = {
  id: 'sandbox.status.state-forward',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox stays READY in every view until somebody ends it, and is never READY again',
  reference: {
    source: 'CRI v1, PodSandboxState; kubelet, PodSandboxChanged',
    says: 'a sandbox that is NOTREADY is replaced, with all containers of its pod',
  },
  consequence: 'Pods restart for no reason, or two sandboxes of one pod run side by side.',
  covers: ['L3', 'L4'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().filter(({ views }) => views.length > 0),
      'no sandbox was read',
      (life) => {
        const early = isSpared(evidence, life) ? firstDead(life) : undefined;
        if (early !== undefined)
          return holds([life.run, early.call], false, {
            expected: `SANDBOX_READY in ${early.call.rpc}, as nobody has ended it`,
            actual: early.state,
          });
        const [dead, back] = comeback(life) ?? [];
        if (dead === undefined || back === undefined) return held(life.views.map(({ call }) => call.seq));
        return holds([dead.call, back.call], false, {
          expected: `${dead.state}, as an earlier ${dead.call.rpc} said`,
          actual: `${back.state} in a later ${back.call.rpc}`,
        });
      },
    ),
};

/** Neither its process was killed nor the daemon stopped. */
function isSpared(evidence: Evidence, { id }: SandboxHistory): boolean {
  return evidence.outages().length === 0 && evidence.processesKilled().every(({ sandbox }) => sandbox !== id);
}

/** Shown NOTREADY before anybody asked for its end. */
function firstDead(life: SandboxHistory): SandboxView | undefined {
  return life.views.find(
    ({ state, call }) =>
      state !== 'SANDBOX_READY' &&
      beganAfter(call, life.run) &&
      life.changes.every((change) => beganAfter(change, call)),
  );
}

function comeback({ views }: SandboxHistory): readonly [SandboxView, SandboxView] | undefined {
  const dead = views.find(({ state }) => state !== 'SANDBOX_READY');
  const back =
    dead && views.find(({ state, call }) => state === 'SANDBOX_READY' && beganAfter(call, dead.call));
  return dead && back && [dead, back];
}
