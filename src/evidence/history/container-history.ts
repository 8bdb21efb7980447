// SPDX-License-Identifier: Apache-2.0
import type {
  Container,
  ContainerConfig,
  ContainerState,
  ContainerStatus,
} from '#cri/proto/generated/messages.js';
import type { AnsweredCall, RecordedCall } from '../call.js';
import { isAnswered, isRefused } from '../call.js';
import type { CallIndex } from './call-index.js';
import { itemById } from '../item-by-id.js';
import { filterMatches } from '../list-filter.js';
import { isUndisturbed } from './order.js';
import { isAmongOthers } from '../others-in.js';

/** An answer that shows the container. `state` has its default filled in. */
export type ContainerAnswer =
  | {
      readonly kind: 'status';
      readonly call: AnsweredCall<'ContainerStatus'>;
      readonly state: ContainerState;
      readonly status: ContainerStatus;
    }
  | {
      readonly kind: 'list';
      readonly call: AnsweredCall<'ListContainers'>;
      readonly state: ContainerState;
      readonly item: Container;
    };

/** Everything the scenario did to one container it created, and saw of it. */
export interface ContainerHistory {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly config: ContainerConfig;
  readonly create: AnsweredCall<'CreateContainer'>;
  readonly starts: readonly RecordedCall<'StartContainer'>[];
  readonly stops: readonly RecordedCall<'StopContainer'>[];
  readonly removes: readonly RecordedCall<'RemoveContainer'>[];
  readonly execs: readonly RecordedCall<'ExecSync'>[];
  /** Status calls, whatever their outcome. */
  readonly statuses: readonly RecordedCall<'ContainerStatus'>[];
  /** Status answers and list entries, in the order the calls began. */
  readonly views: readonly ContainerAnswer[];
  /** Calls that should have shown it and did not: status refused as NOT_FOUND, lists whose filter matches. */
  readonly absences: readonly RecordedCall[];
  /** Calls that may change its state: start, stop, remove, and the sandbox's stop and remove. */
  readonly changes: readonly RecordedCall[];
  /** Log directory of the sandbox and log path of the container; undefined if either is missing. */
  readonly logPath: string | undefined;
}

export const containerState = (state: ContainerState | undefined): ContainerState =>
  state ?? 'CONTAINER_CREATED';

/** Views that must show the change, and that no other change can have affected. */
export function viewsAfter(life: ContainerHistory, change: RecordedCall): readonly ContainerAnswer[] {
  return life.views.filter(({ call }) => isUndisturbed(call, change, life.changes));
}

export function statusViews(life: ContainerHistory): readonly Extract<ContainerAnswer, { kind: 'status' }>[] {
  return life.views.filter((view) => view.kind === 'status');
}

export function listViews(life: ContainerHistory): readonly Extract<ContainerAnswer, { kind: 'list' }>[] {
  return life.views.filter((view) => view.kind === 'list');
}

export function containerHistory(
  create: AnsweredCall<'CreateContainer'>,
  index: CallIndex,
): ContainerHistory {
  const id = create.outcome.response.container_id ?? '';
  const sandboxId = create.request.pod_sandbox_id ?? '';
  const config = create.request.config ?? {};
  const statuses = index.on('ContainerStatus', id);
  const listed = { id, sandboxId, labels: config.labels ?? {} };
  const own = {
    starts: index.on('StartContainer', id),
    stops: index.on('StopContainer', id),
    removes: index.on('RemoveContainer', id),
  };
  const sandboxEnds = [...index.on('StopPodSandbox', sandboxId), ...index.on('RemovePodSandbox', sandboxId)];
  return {
    id,
    sandboxId,
    name: config.metadata?.name ?? '',
    attempt: config.metadata?.attempt ?? 0,
    config,
    create,
    ...own,
    execs: index.on('ExecSync', id),
    statuses,
    views: views(id, statuses, index),
    absences: absences(listed, statuses, index),
    changes: inOrder([...own.starts, ...own.stops, ...own.removes, ...sandboxEnds]),
    logPath: logPath(create),
  };
}

function views(
  id: string,
  statuses: readonly RecordedCall<'ContainerStatus'>[],
  index: CallIndex,
): readonly ContainerAnswer[] {
  const read = statuses.filter(isAnswered).flatMap((call): readonly ContainerAnswer[] => {
    const { status } = call.outcome.response;
    return status === undefined
      ? []
      : [{ kind: 'status', call, state: containerState(status.state), status }];
  });
  const listed = index.answered('ListContainers').flatMap((call): readonly ContainerAnswer[] => {
    const item = itemById(call.outcome.response.containers, id);
    return item === undefined ? [] : [{ kind: 'list', call, state: containerState(item.state), item }];
  });
  return [...read, ...listed].sort((one, other) => one.call.seq - other.call.seq);
}

function absences(
  listed: { id: string; sandboxId: string; labels: Readonly<Record<string, string>> },
  statuses: readonly RecordedCall<'ContainerStatus'>[],
  index: CallIndex,
): readonly RecordedCall[] {
  const missing = statuses.filter((call) => isRefused(call) && call.outcome.code === 'NOT_FOUND');
  const unlisted = index.answered('ListContainers').filter((call) => {
    const { filter } = call.request;
    if (filter?.state !== undefined || !filterMatches(filter, listed)) return false;
    if (isAmongOthers(call, listed.id)) return false;
    return itemById(call.outcome.response.containers, listed.id) === undefined;
  });
  return inOrder([...missing, ...unlisted]);
}

function logPath(create: AnsweredCall<'CreateContainer'>): string | undefined {
  const directory = create.request.sandbox_config?.log_directory ?? '';
  const path = create.request.config?.log_path ?? '';
  return directory === '' || path === '' ? undefined : `${directory.replace(/\/+$/, '')}/${path}`;
}

function inOrder(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return [...calls].sort((one, other) => one.seq - other.seq);
}
