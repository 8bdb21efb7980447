// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import { isAnswered } from '#evidence/call.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { StatusView } from '../../occasions/occasions.js';
import { isSpecified } from '../../occasions/updates.js';
import { unsupported } from '../../verdict.js';

export const containerStatusResourcesAsAsked: Contract = {
  id: 'container.status.resources-as-asked',
  level: 'must',
  since: '0.1.0',
  title: 'If the status shows resources, they are the requested ones until they are updated',
  reference: {
    source: 'CRI v1, ContainerStatus.resources; kubelet, toKubeContainerResources',
    says: 'the kubelet compares them with the pod to find out whether a resize is complete',
  },
  consequence: 'The API shows limits that are not in force, and a resize never ends or never starts.',
  covers: ['CST-023'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => viewsBeforeUpdates(evidence, life).map((view) => ({ life, view }))),
      'no status of a container was read before an update',
      ({ life, view: { call, status } }) => {
        const shown = status.resources?.linux;
        if (shown === undefined) return unsupported([call.seq], 'the status has no resources');
        const asked = life.config.linux?.resources ?? {};
        const wrong = fields.filter(
          (field) => !isShown(evidence, field, [valueOf(asked, field), valueOf(shown, field)]),
        );
        return holds([life.create, call], wrong.length === 0, {
          expected: textOf(wrong, asked),
          actual: textOf(wrong, shown),
        });
      },
    ),
};

const fields = [
  'cpu_period',
  'cpu_quota',
  'cpu_shares',
  'memory_limit_in_bytes',
  'memory_swap_limit_in_bytes',
  'oom_score_adj',
  'cpuset_cpus',
  'cpuset_mems',
  'hugepage_limits',
] as const satisfies readonly (keyof LinuxContainerResources)[];
type Field = (typeof fields)[number];

/** Runtimes leave these out, or fill in what the kernel made of a request that left them out. */
const mayBeLeftOut: ReadonlySet<Field> = new Set(['memory_swap_limit_in_bytes', 'hugepage_limits']);

function viewsBeforeUpdates(evidence: Evidence, life: ContainerHistory): readonly StatusView[] {
  const updates = [
    ...evidence.on('UpdateContainerResources', life.id),
    ...evidence.on('UpdatePodSandboxResources', life.sandboxId),
  ];
  return statusViews(life).filter(
    ({ call }) => updates.every((update) => beganAfter(update, call)) && isAnswered(life.create),
  );
}

function isShown({ header }: Evidence, field: Field, [wanted, said]: readonly [string, string]): boolean {
  if (wanted === said || (said === '' && mayBeLeftOut.has(field))) return true;
  // Zero and empty leave the value to the runtime.
  if (wanted === '') return field !== 'memory_limit_in_bytes' && field !== 'cpu_quota';
  // A process without CAP_SYS_RESOURCE cannot lower the score below its own, and its runtime says so.
  if (field === 'oom_score_adj')
    return header.host.lacks.length > 0 && Number(said) >= Number(wanted) && Number(said) <= maxOomScoreAdj;
  return field === 'cpu_shares' && said === sharesReadBack(wanted);
}

/** The kernel knows no higher one. */
const maxOomScoreAdj = 1000;

/** On cgroup v2 shares become a weight; read back they are a little fewer. */
function sharesReadBack(shares: string): string {
  const weight = Math.trunc(1 + ((Number(shares) - 2) * 9999) / 262_142);
  return String(Math.trunc(2 + ((weight - 1) * 262_142) / 9999));
}

/** Empty: not specified. */
function valueOf(resources: LinuxContainerResources, field: Field): string {
  if (field === 'hugepage_limits')
    return (resources.hugepage_limits ?? [])
      .filter(({ limit = '0' }) => limit !== '0')
      .map(({ page_size: size = '', limit = '0' }) => `${size}=${limit}`)
      .sort()
      .join(' ');
  const value = resources[field] ?? '';
  return isSpecified(field, value) ? value : '';
}

function textOf(wrong: readonly Field[], resources: LinuxContainerResources): string {
  return wrong.map((field) => `${field} ${valueOf(resources, field) || '0'}`).join(', ');
}
