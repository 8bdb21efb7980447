// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import { isReady, type PodStatus } from '../report/pod-status.js';

export interface SandboxDecision {
  readonly changed: boolean;
  /** Of the sandbox to create, or of the one kept. */
  readonly attempt: number;
  /** Empty: there is none to name. */
  readonly id: string;
  readonly why: string;
}

/**
 * kuberuntime/util/util.go, PodSandboxChanged: whether the pod needs a new sandbox. The first reason that
 * applies wins.
 */
export function sandboxChanged(pod: Pod, status: PodStatus): SandboxDecision {
  const [latest] = status.sandboxes;
  if (!latest) return { changed: true, attempt: 0, id: '', why: 'there is no sandbox' };
  const attempt = latest.metadata?.attempt ?? 0;
  const id = latest.id ?? '';
  const why = whyReplace(pod, status.sandboxes, latest);
  if (why === undefined) return { changed: false, attempt, id, why: '' };
  return { changed: true, attempt: attempt + 1, id: why === otherNetwork ? '' : id, why };
}

const otherNetwork = 'the network namespace mode changed';

function whyReplace(
  pod: Pod,
  all: readonly PodSandboxStatus[],
  latest: PodSandboxStatus,
): string | undefined {
  if (all.filter(isReady).length > 1) return 'several sandboxes are ready';
  if (!isReady(latest)) return 'the sandbox is not ready';
  const wanted = pod.spec.hostNetwork === true ? 'NODE' : 'POD';
  if (networkMode(latest) !== wanted) return otherNetwork;
  return wanted === 'POD' && hasEmptyIp(latest) ? 'the sandbox has no IP address' : undefined;
}

function networkMode({ linux }: PodSandboxStatus): string {
  return linux?.namespaces?.options?.network ?? 'POD';
}

/** A sandbox without a network status counts as having an address. */
function hasEmptyIp({ network }: PodSandboxStatus): boolean {
  return network !== undefined && (network.ip ?? '') === '';
}
