// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container } from '#cri/proto/generated/messages.js';
import { stateOf } from '../decide/report/pod-status.js';
import { isAskedLog } from '../sync/asked-logs.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { makeRoomForRotation, rotatedName } from './rotated-logs.js';

export interface LogLimits {
  /** Longer logs are rotated; negative: none are. */
  readonly maxBytes: number;
  /** Per container instance, the current one included. */
  readonly maxFiles: number;
}

export const usualLogLimits: LogLimits = { maxBytes: 10 * 2 ** 20, maxFiles: 5 };

export interface RotationPorts extends Pick<
  KubeletContext,
  'call' | 'node' | 'wallMs' | 'note' | 'onLogRenamed' | 'signal'
> {
  /** The pod with this uid belongs to this kubelet. */
  readonly isOurs: (uid: string) => boolean;
}

interface Log {
  readonly id: string;
  readonly path: string;
}

/** logs/container_log_manager.go, rotateLogs: rotates the long logs of our running containers. */
export async function rotateLogs(ports: RotationPorts, limits: LogLimits): Promise<void> {
  if (limits.maxBytes < 0) return;
  const listed = await ports.call('ListContainers', { filter: {} });
  const all = listed.ok ? (listed.response.containers ?? []) : [];
  for (const { id = '' } of all.filter((container) => isWatched(ports, container))) {
    if (ports.signal.aborted) return;
    const failed = await rotateIfLong(ports, id, limits).catch(String);
    if (failed !== undefined) ports.note('log rotation failed', { id, message: failed });
  }
}

/** Only running containers write logs. */
function isWatched({ isOurs }: RotationPorts, container: Container): boolean {
  return stateOf(container) === 'running' && isOurs(container.labels?.[podUidLabel] ?? '');
}

/** logs/container_log_manager.go, processContainer. Returns the error; the next scan tries again. */
async function rotateIfLong(
  ports: RotationPorts,
  id: string,
  limits: LogLimits,
): Promise<string | undefined> {
  const answer = await ports.call('ContainerStatus', { container_id: id });
  if (!answer.ok) return answer.message;
  const path = answer.response.status?.log_path ?? '';
  if (!isAskedLog(ports.node, path)) return notAsked(path);
  const size = (await ports.node.sizeOf(path)) ?? (await recovered(ports, { id, path }));
  if (typeof size === 'string') return size;
  return size < limits.maxBytes ? undefined : rotate(ports, { id, path }, limits.maxFiles);
}

function notAsked(path: string): string | undefined {
  return path === '' ? undefined : `we asked for no log at ${path}`;
}

/** A missing log comes back when the runtime reopens it. */
async function recovered({ call, node }: RotationPorts, { id, path }: Log): Promise<number | string> {
  const reopened = await call('ReopenContainerLog', { container_id: id });
  if (!reopened.ok) return reopened.message;
  return (await node.sizeOf(path)) ?? 'the log is missing, also after it was reopened';
}

/** logs/container_log_manager.go, rotateLatestLog. */
async function rotate(
  { call, node, wallMs, onLogRenamed }: RotationPorts,
  { id, path }: Log,
  maxFiles: number,
): Promise<string | undefined> {
  await makeRoomForRotation(node, path, maxFiles);
  const rotated = rotatedName(path, new Date(wallMs()));
  await node.rename(path, rotated);
  onLogRenamed({ container: id, path, rotated });
  const reopened = await call('ReopenContainerLog', { container_id: id });
  if (reopened.ok) return undefined;
  await node.rename(rotated, path);
  return reopened.message;
}
