// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/order.js';
import { type Contract, defineContract } from '../contract.js';
import { judgeEach, mustBeRefused } from '../judging.js';
import { isKeptUntil } from '../occasions.js';
import { held } from '../verdict.js';

export const sandboxRunNoDuplicate: Contract = defineContract({
  id: 'sandbox.run.no-duplicate',
  level: 'must',
  since: '0.1.0',
  title: 'A second sandbox with the metadata of a living one is refused, or answered with the first id',
  reference: {
    source: 'CRI v1, PodSandboxMetadata',
    says: 'name, namespace, uid and attempt together identify a sandbox',
  },
  consequence: 'Two sandboxes claim to be one pod: addresses leak and the kubelet stops both.',
  covers: ['N1'],
  check: (evidence) => {
    const lives = evidence.sandboxes();
    const again = evidence.of('RunPodSandbox').flatMap((run) => {
      const key = JSON.stringify(run.request.config?.metadata);
      const first = lives.find(
        (life) =>
          JSON.stringify(life.config.metadata) === key && beganAfter(run, life.run) && isKeptUntil(life, run),
      );
      return first === undefined ? [] : [{ run, first }];
    });
    return judgeEach(again, 'no sandbox was asked for twice', ({ run, first }) => {
      if (isAnswered(run) && run.outcome.response.pod_sandbox_id === first.id)
        return held([first.run.seq, run.seq]);
      return mustBeRefused(run, `refused, or OK with ${first.id}, while that sandbox exists`);
    });
  },
});
