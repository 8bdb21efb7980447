// SPDX-License-Identifier: Apache-2.0
import { callsOf, type Recording } from './recording.js';

/** One call with its answer, whoever sent it. */
export interface HeardCall {
  readonly rpc: string;
  readonly request: unknown;
  /** Null: none. */
  readonly deadlineMs: number | null;
  readonly beganMs: number;
  /** Infinity: it is still in flight. */
  endedMs: number;
  /** Undefined until answered, and if the call failed. */
  response?: Readonly<Record<string, unknown>>;
}

export function heardIn(recording: Recording): readonly HeardCall[] {
  return callsOf(recording).map((call) => ({
    rpc: call.rpc,
    request: call.request,
    deadlineMs: call.deadline_ms,
    beganMs: call.at_ms,
    endedMs: call.at_ms + call.took_ms,
    ...(call.response === undefined ? {} : { response: call.response }),
  }));
}

const reads: ReadonlySet<string> = new Set([
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
]);

/** Reads only; everything else changes something, runs something, or concerns an image. */
export const isRead = ({ rpc }: Pick<HeardCall, 'rpc'>): boolean => reads.has(rpc);

const aboutNode: ReadonlySet<string> = new Set([
  ...['Version', 'Status', 'RuntimeConfig', 'UpdateRuntimeConfig', 'ImageFsInfo', 'ListImages'],
  ...['ListContainerStats', 'ContainerStats', 'ListPodSandboxStats', 'PodSandboxStats'],
  ...['ListMetricDescriptors', 'ListPodSandboxMetrics', 'RemoveImage'],
]);

/** What the recordings leave out: reads about the node, and lists of everything. */
export function isAboutNode({ rpc, request }: Pick<HeardCall, 'rpc' | 'request'>): boolean {
  return aboutNode.has(rpc) || isListOfAll({ rpc, request });
}

export function isListOfAll({ rpc, request }: Pick<HeardCall, 'rpc' | 'request'>): boolean {
  if (rpc !== 'ListPodSandbox' && rpc !== 'ListContainers') return false;
  const { filter = {} } = request as { readonly filter?: object };
  return !JSON.stringify(filter).includes('io.kubernetes.pod.uid');
}
