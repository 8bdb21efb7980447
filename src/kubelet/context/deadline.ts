// SPDX-License-Identifier: Apache-2.0
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Traits } from '../versions/traits.js';

const requestTimeoutMs = 120_000;

/** cri-client/pkg/remote_runtime.go: the deadline of a call; null: none. */
export function deadlineMs<M extends UnaryMethod>(
  method: M,
  request: RequestOf<M>,
  { statsListDeadline }: Pick<Traits, 'statsListDeadline'>,
): number | null {
  const timeoutMs = 'timeout' in request ? Number(request.timeout ?? 0) * 1000 : 0;
  const endless =
    method === 'PullImage' ||
    (method === 'ExecSync' && timeoutMs === 0) ||
    (method === 'ListContainerStats' && !statsListDeadline);
  if (endless) return null;
  return method === 'RunPodSandbox' ? 2 * requestTimeoutMs : requestTimeoutMs + timeoutMs;
}
