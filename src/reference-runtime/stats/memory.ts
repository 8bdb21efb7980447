// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';

const bytesPerProcess = 256 * 1024;

export const containerMemory = (container: ReferenceContainer): number =>
  [...container.processes].reduce((sum, process) => sum + process.memoryBytes + bytesPerProcess, 0);

/** The container's or the pod's, whichever is lower; undefined: none. */
export function memoryLimit(container: ReferenceContainer): number | undefined {
  const limits = [limitIn(container.resources), limitIn(container.sandbox.resources)].filter(
    (limit) => limit !== undefined,
  );
  return limits.length === 0 ? undefined : Math.min(...limits);
}

export function limitIn(resources: LinuxContainerResources | undefined): number | undefined {
  const given = Number(resources?.memory_limit_in_bytes ?? resources?.unified?.['memory.max'] ?? 0);
  return given > 0 ? given : undefined;
}
