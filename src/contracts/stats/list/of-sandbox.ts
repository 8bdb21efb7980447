// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const statsListOfSandbox: Contract = {
  id: 'stats.list.of-sandbox',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainerStats of a sandbox shows its running containers once each, and no others',
  reference: {
    source: 'CRI v1, ContainerStatsFilter.pod_sandbox_id; kubelet, in-place resize',
    says: 'the filter selects by sandbox, and every running container is in the answer',
  },
  consequence: "A resize that shrinks memory is refused, or checked against another pod's usage.",
  covers: ['STS-002', 'STS-005', 'M1', 'M4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListContainerStats')
        .filter(({ request }) => evidence.sandbox(request.filter?.pod_sandbox_id ?? '') !== undefined),
      'no statistics of a sandbox were read',
      (list) => {
        const sandbox = list.request.filter?.pod_sandbox_id;
        const shown = (list.outcome.response.stats ?? []).map(({ attributes }) => attributes?.id ?? '');
        const ids = [...shown, ...othersIn(list).map(({ id }) => id)];
        const foreign = ids.filter((id) => evidence.container(id)?.sandboxId !== sandbox);
        const running = evidence
          .containers()
          .filter((life) => life.sandboxId === sandbox && isSeenRunningAround(life, list));
        const wrong = running
          .filter(({ id }) => ids.filter((listed) => listed === id).length !== 1)
          .map(({ id }) => id);
        return holds([list], foreign.length + wrong.length === 0, {
          expected: `${running.map(({ id }) => id).join(', ')} once each, and nothing of another sandbox`,
          actual: ids.join(', '),
        });
      },
    ),
};

function isSeenRunningAround(life: ContainerHistory, call: RecordedCall): boolean {
  return (
    isRunningAt(life, call) &&
    life.views.some((view) => view.state === 'CONTAINER_RUNNING' && beganAfter(view.call, call))
  );
}
