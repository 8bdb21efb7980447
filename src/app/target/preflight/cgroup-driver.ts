// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';

export type CgroupDriver = 'systemd' | 'cgroupfs' | 'not said';

const options = { deadlineMs: 20_000 };

/** The runtime's cgroup driver: from RuntimeConfig, or on older containerds from their configuration. */
export async function cgroupDriverOf(cri: CriClient, handler: string): Promise<CgroupDriver> {
  const config = await cri.call('RuntimeConfig', {}, options);
  if (config.kind === 'ok' && config.response.linux !== undefined)
    return (config.response.linux.cgroup_driver ?? 'SYSTEMD') === 'SYSTEMD' ? 'systemd' : 'cgroupfs';
  const status = await cri.call('Status', { verbose: true }, options);
  return status.kind === 'ok' ? driverIn(status.response.info?.['config'] ?? '', handler) : 'not said';
}

/** `config` is the configuration that containerd 1.x returns with a verbose status. */
export function driverIn(config: string, handler: string): CgroupDriver {
  const containerd = at(parsed(config), 'containerd');
  const name = handler === '' ? at(containerd, 'defaultRuntimeName') : handler;
  const runtime = at(at(containerd, 'runtimes'), typeof name === 'string' ? name : '');
  if (runtime === undefined) return 'not said';
  return at(at(runtime, 'options'), 'SystemdCgroup') === true ? 'systemd' : 'cgroupfs';
}

/**
 * The systemd driver rejects a container without a slice, so pods get the slice that a kubelet would give
 * them. With cgroupfs they stay where the runtime puts them.
 */
export function podCgroupsUnder(driver: CgroupDriver): NodeFacts['podCgroups'] {
  return driver === 'systemd' ? { root: '', driver } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
