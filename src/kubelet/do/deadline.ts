// SPDX-License-Identifier: Apache-2.0
import type { RequestOf, UnaryMethod } from '#cri/methods.js';

const requestTimeoutMs = 120_000;

/** How long the kubelet lets a call take; null: for ever. */
export function deadlineMs<M extends UnaryMethod>(method: M, request: RequestOf<M>): number | null {
  const timeoutMs = 'timeout' in request ? Number(request.timeout ?? 0) * 1000 : 0;
  if (method === 'PullImage') return null;
  if (method === 'ExecSync' && timeoutMs === 0) return null;
  return method === 'RunPodSandbox' ? 2 * requestTimeoutMs : requestTimeoutMs + timeoutMs;
}
