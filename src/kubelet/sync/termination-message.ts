// SPDX-License-Identifier: Apache-2.0
import { isAskedLog } from './asked-logs.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { messagePathAnnotation, messagePolicyAnnotation } from '../model/annotations.js';
import { containerExitCode, stateOf } from '../decide/report/pod-status.js';
import type { NodeFiles } from '../context/node-files.js';

type Files = Pick<NodeFiles, 'readTail' | 'rootDir' | 'askedLogs'>;

const maxFileBytes = 4096;
const maxLogLines = 80;
const maxLogBytes = 2048;
/** Room for that many lines, time stamps included. */
const logTailBytes = 64 * 1024;

/**
 * kuberuntime_container.go, getTerminationMessage: from the termination log, else from the container log if
 * the policy says so.
 */
export async function terminationMessage(node: Files, status: ContainerStatus): Promise<string> {
  if (stateOf(status) !== 'exited') return '';
  const file = await ownFile(node, status);
  if (file !== undefined && file !== '') return file;
  if (!fallsBackToLogs(status)) return '';
  return lastOutput(node, status.log_path ?? '');
}

/** The file behind the mount. Only a path below our root is read, and no link. */
async function ownFile(
  node: Files,
  { annotations, mounts = [] }: ContainerStatus,
): Promise<string | undefined> {
  const path = annotations?.[messagePathAnnotation] ?? '';
  const mount = path === '' ? undefined : mounts.find(({ container_path }) => container_path === path);
  const { host_path: hostPath = '' } = mount ?? {};
  if (!hostPath.startsWith(`${node.rootDir}/`)) return undefined;
  return (await node.readTail(hostPath, maxFileBytes))?.toString();
}

function fallsBackToLogs(status: ContainerStatus): boolean {
  const policy = status.annotations?.[messagePolicyAnnotation];
  if (policy !== 'FallbackToLogsOnError') return false;
  return containerExitCode(status) !== 0 && status.reason !== 'ContainerCannotRun';
}

/** kuberuntime_container.go, readLastStringFromContainerLogs. */
async function lastOutput(node: Files, logPath: string): Promise<string> {
  if (!isAskedLog(node, logPath)) return '';
  const tail = (await node.readTail(logPath, logTailBytes))?.toString() ?? '';
  const lines = tail.split('\n').filter((line) => line !== '');
  const text = lines.slice(-maxLogLines).map(withoutStamp).join('');
  return Buffer.from(text).subarray(-maxLogBytes).toString();
}

/** `<time> <stream> <F or P> <text>`: a partial line has no newline of its own. */
function withoutStamp(line: string): string {
  const [, tags, text = ''] = /^\S+ \S+ (\S+) ?(.*)$/s.exec(line) ?? [];
  if (tags === undefined) return '';
  return tags.startsWith('P') ? text : `${text}\n`;
}
