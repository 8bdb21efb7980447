// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';

/** Zero or empty fields of the update keep their old values. */
export function mergeResources(
  old: LinuxContainerResources | undefined,
  update: LinuxContainerResources | undefined,
): LinuxContainerResources {
  const said = Object.entries(update ?? {}).filter(([name, value]) => isSaid(name, value));
  const merged: LinuxContainerResources = {
    ...old,
    ...(Object.fromEntries(said) as LinuxContainerResources),
  };
  return update?.unified === undefined
    ? merged
    : { ...merged, unified: { ...old?.unified, ...update.unified } };
}

const texts = new Set(['cpuset_cpus', 'cpuset_mems']);

const isSaid = (name: string, value: unknown): boolean =>
  value !== undefined &&
  value !== '' &&
  (value !== '0' || texts.has(name)) &&
  !(Array.isArray(value) && value.length === 0);
