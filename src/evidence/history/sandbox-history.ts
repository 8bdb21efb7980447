// SPDX-License-Identifier: Apache-2.0
import type {
  PodSandbox,
  PodSandboxConfig,
  PodSandboxState,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { AnsweredCall, RecordedCall } from '../call.js';
import { isAnswered, isRefused } from '../call.js';
import type { CallIndex } from './call-index.js';
import { itemById } from '../item-by-id.js';
import { filterMatches } from '../list-filter.js';
import { isUndisturbed } from './order.js';
import { isAmongOthers } from '../others-in.js';

/** An answer that shows the sandbox. `state` has its default filled in. */
export type SandboxView =
  | {
      readonly kind: 'status';
      readonly call: AnsweredCall<'PodSandboxStatus'>;
      readonly state: PodSandboxState;
      readonly status: PodSandboxStatus;
    }
  | {
      readonly kind: 'list';
      readonly call: AnsweredCall<'ListPodSandbox'>;
      readonly state: PodSandboxState;
      readonly item: PodSandbox;
    };

/** Everything the scenario did to one sandbox it created, and saw of it. */
export interface SandboxHistory {
  readonly id: string;
  readonly config: PodSandboxConfig;
  readonly run: AnsweredCall<'RunPodSandbox'>;
  readonly stops: readonly RecordedCall<'StopPodSandbox'>[];
  readonly removes: readonly RecordedCall<'RemovePodSandbox'>[];
  /** Status calls, whatever their outcome. */
  readonly statuses: readonly RecordedCall<'PodSandboxStatus'>[];
  /** Status answers and list entries, in the order the calls began. */
  readonly views: readonly SandboxView[];
  /** Calls that should have shown it and did not: status refused as NOT_FOUND, lists whose filter matches. */
  readonly absences: readonly RecordedCall[];
  /** Calls that may change its state: stops and removes. */
  readonly changes: readonly RecordedCall[];
  readonly hostNetwork: boolean;
}

export const stateName = (state: PodSandboxState | undefined): PodSandboxState => state ?? 'SANDBOX_READY';

/** Views that must show the change, and that no other change can have affected. */
export function sandboxViewsAfter(life: SandboxHistory, change: RecordedCall): readonly SandboxView[] {
  return life.views.filter(({ call }) => isUndisturbed(call, change, life.changes));
}

export function sandboxStatusViews(
  life: SandboxHistory,
): readonly Extract<SandboxView, { kind: 'status' }>[] {
  return life.views.filter((view) => view.kind === 'status');
}

export function sandboxListViews(life: SandboxHistory): readonly Extract<SandboxView, { kind: 'list' }>[] {
  return life.views.filter((view) => view.kind === 'list');
}

export function sandboxHistory(run: AnsweredCall<'RunPodSandbox'>, index: CallIndex): SandboxHistory {
  const id = run.outcome.response.pod_sandbox_id ?? '';
  const config = run.request.config ?? {};
  const stops = index.on('StopPodSandbox', id);
  const removes = index.on('RemovePodSandbox', id);
  const statuses = index.on('PodSandboxStatus', id);
  return {
    id,
    config,
    run,
    stops,
    removes,
    statuses,
    views: views(id, statuses, index),
    absences: absences({ id, labels: config.labels ?? {} }, statuses, index),
    changes: inOrder([...stops, ...removes]),
    hostNetwork: config.linux?.security_context?.namespace_options?.network === 'NODE',
  };
}

function views(
  id: string,
  statuses: readonly RecordedCall<'PodSandboxStatus'>[],
  index: CallIndex,
): readonly SandboxView[] {
  const read = statuses.filter(isAnswered).flatMap((call): readonly SandboxView[] => {
    const { status } = call.outcome.response;
    return status === undefined ? [] : [{ kind: 'status', call, state: stateName(status.state), status }];
  });
  const listed = index.answered('ListPodSandbox').flatMap((call): readonly SandboxView[] => {
    const item = itemById(call.outcome.response.items, id);
    return item === undefined ? [] : [{ kind: 'list', call, state: stateName(item.state), item }];
  });
  return [...read, ...listed].sort((one, other) => one.call.seq - other.call.seq);
}

function absences(
  listed: { id: string; labels: Readonly<Record<string, string>> },
  statuses: readonly RecordedCall<'PodSandboxStatus'>[],
  index: CallIndex,
): readonly RecordedCall[] {
  const missing = statuses.filter((call) => isRefused(call) && call.outcome.code === 'NOT_FOUND');
  const unlisted = index.answered('ListPodSandbox').filter((call) => {
    const { filter } = call.request;
    if (filter?.state !== undefined || !filterMatches(filter, listed)) return false;
    if (isAmongOthers(call, listed.id)) return false;
    return itemById(call.outcome.response.items, listed.id) === undefined;
  });
  return inOrder([...missing, ...unlisted]);
}

function inOrder(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return [...calls].sort((one, other) => one.seq - other.seq);
}
