// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { isAnswered, type AnsweredCall } from '#evidence/call.js';
import { containerState, statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { textOf } from '../../judging/unchanged.js';
import { alienIn } from '../../occasions/objects/in-sandbox.js';
import { differing } from '../../occasions/objects/same-status.js';
import { isKeptUntil, type StatusView } from '../../occasions/occasions.js';
import { isSameInForce, momentOf } from '../../occasions/updates.js';
import { unsupported } from '../../verdict.js';

export const sandboxStatusContainersAgree: Contract = {
  id: 'sandbox.status.containers-agree',
  level: 'must',
  since: '0.1.0',
  title:
    'If PodSandboxStatus has containers, they are all there, as ContainerStatus shows them, with the time of the answer',
  reference: {
    source: 'CRI v1, PodSandboxStatusResponse.containers_statuses and timestamp; kubelet, GetPodStatus',
    says: 'a timestamp tells the kubelet that it need not read the containers one by one',
  },
  consequence: 'A kubelet with evented PLEG misses containers, and starts them again.',
  covers: ['SBX-038', 'L4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap((life) => life.statuses.filter(isAnswered).map((call) => ({ life, call }))),
      'no sandbox status was read',
      ({ life, call }) => {
        const { containers_statuses: shown = [], timestamp = '0' } = call.outcome.response;
        if (shown.length === 0 && parseInt64(timestamp) === 0n)
          return unsupported([call.seq], 'the status of a sandbox has no containers');
        const wrong =
          wrongTime(evidence, call) ?? wrongSet(evidence, life, call) ?? wrongField(evidence, call);
        return holds(
          [...(wrong?.calls ?? []), call],
          wrong === undefined,
          wrong ?? { expected: '', actual: '' },
        );
      },
    ),
};

type Read = AnsweredCall<'PodSandboxStatus'>;

interface Wrong {
  readonly calls: Parameters<typeof holds>[0];
  readonly expected: string;
  readonly actual: string;
}

function wrongTime(evidence: Evidence, call: Read): Wrong | undefined {
  const at = parseInt64(call.outcome.response.timestamp);
  const { from, to } = evidence.wallWindow(call.beganMs, call.endedMs);
  if (at >= from - clockToleranceNs && at <= to + clockToleranceNs) return undefined;
  return {
    calls: [],
    expected: `timestamp from ${readableTime(from)} to ${readableTime(to)}`,
    actual: readableTime(at),
  };
}

/** All containers that exist all the while, each once, and no other. */
function wrongSet(evidence: Evidence, life: SandboxHistory, call: Read): Wrong | undefined {
  const ids = (call.outcome.response.containers_statuses ?? []).map(({ id = '' }) => id);
  const alien = alienIn(evidence, life.id, ids);
  if (alien !== undefined)
    return { calls: [], expected: 'each container of this sandbox once', actual: `also ${alien}` };
  const missing = evidence
    .containers()
    .find((own) => own.sandboxId === life.id && !ids.includes(own.id) && isThere(own, call));
  return (
    missing && {
      calls: [missing.create],
      expected: `${missing.name} (${missing.id}) in containers_statuses`,
      actual: `${ids.length} others`,
    }
  );
}

/** Created before, not removed meanwhile, and seen by its own status afterwards. */
function isThere(own: ContainerHistory, call: Read): boolean {
  return (
    beganAfter(call, own.create) &&
    isKeptUntil(own, call) &&
    own.starts.every((start) => beganAfter(start, call) || isAnswered(start))
  );
}

function wrongField(evidence: Evidence, call: Read): Wrong | undefined {
  for (const shown of call.outcome.response.containers_statuses ?? []) {
    const own = evidence.container(shown.id ?? '');
    const wrong =
      own && (stateOutOfOrder(own, shown, call) ?? differsFromStatus(evidence, own, { shown, call }));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const age = {
  CONTAINER_CREATED: 0,
  CONTAINER_RUNNING: 1,
  CONTAINER_UNKNOWN: 1,
  CONTAINER_EXITED: 2,
} as const;

function stateOutOfOrder(own: ContainerHistory, shown: ContainerStatus, call: Read): Wrong | undefined {
  const state = containerState(shown.state);
  const clash = own.views.find(
    (view) =>
      (beganAfter(call, view.call) && age[view.state] > age[state]) ||
      (beganAfter(view.call, call) && age[view.state] < age[state]),
  );
  return (
    clash && {
      calls: [clash.call],
      expected: `${own.name} in a state that fits ${clash.state} in ${clash.call.rpc}`,
      actual: state,
    }
  );
}

/** What ContainerStatus said in the same state. Updates and restarts aside, nothing changes within a state. */
function differsFromStatus(
  evidence: Evidence,
  own: ContainerHistory,
  { shown, call }: { readonly shown: ContainerStatus; readonly call: Read },
): Wrong | undefined {
  const reads = statusViews(own).filter(({ state }) => state === containerState(shown.state));
  const [read] = reads;
  const recent = reads.find((each) => isSameInForce(evidence, own, [momentOf(each.call), momentOf(call)]));
  return (
    (read && wrongIn(evidence, { read, shown, fields })) ??
    (recent && wrongIn(evidence, { read: recent, shown, fields: ['resources'] }))
  );
}

interface Compared {
  readonly read: StatusView;
  readonly shown: ContainerStatus;
  readonly fields: readonly (keyof ContainerStatus)[];
}

function wrongIn(evidence: Evidence, { read, shown, fields: compared }: Compared): Wrong | undefined {
  const changed = differing(evidence, [read.status, shown], compared);
  return changed.length === 0
    ? undefined
    : { calls: [read.call], expected: textOf(read.status, changed), actual: textOf(shown, changed) };
}

const fields = [
  'id',
  'metadata',
  'created_at',
  'started_at',
  'finished_at',
  'exit_code',
  'image',
  'image_ref',
  'image_id',
  'reason',
  'message',
  'labels',
  'annotations',
  'mounts',
  'log_path',
  'user',
  'stop_signal',
] as const satisfies readonly (keyof ContainerStatus)[];
