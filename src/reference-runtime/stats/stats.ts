// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerStats,
  CpuUsage,
  MemoryUsage,
  PodSandboxStats,
  UInt64Value,
} from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';
import { writableLayer } from './filesystem-usage.js';
import { containerMemory, memoryLimit } from './memory.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { containersIn, type World } from '../world.js';

/** A waiting process uses a little CPU, too, so that counters move. */
const idleShare = 0.001;
const startCostNs = 5_000_000n;

const value = (number: number | bigint): { value: string } => ({ value: String(number) });

const attributes = ({
  id,
  facts: { config },
}: ReferenceContainer): NonNullable<ContainerStats['attributes']> => ({
  id,
  metadata: config.metadata,
  labels: config.labels,
  annotations: config.annotations,
});

const nsPerMs = 1e6;

const livedMs = ({ main }: ReferenceContainer): number => main?.livedMs ?? 0;

/** Never falls, also when somebody sets the wall clock back. */
export function cpuNs(container: ReferenceContainer): bigint {
  if (container.main === undefined) return 0n;
  const burnt = [...container.processes].reduce((sum, { cpuMs }) => sum + cpuMs, container.pastCpuMs);
  return startCostNs + BigInt(Math.round((burnt + livedMs(container) * idleShare) * nsPerMs));
}

function cpuUsage(world: World, containers: readonly ReferenceContainer[]): CpuUsage {
  const total = containers.reduce((sum, container) => sum + cpuNs(container), 0n);
  const longestMs = Math.max(0, ...containers.map(livedMs));
  return {
    timestamp: String(world.now()),
    usage_core_nano_seconds: value(total),
    usage_nano_cores: value(longestMs > 0 ? Math.round((Number(total) * 1000) / longestMs) : 0),
  };
}

function memoryUsage(world: World, containers: readonly ReferenceContainer[]): MemoryUsage {
  const used = containers.reduce((sum, container) => sum + containerMemory(container), 0);
  const limits = containers.map(memoryLimit);
  const available = limits.reduce((sum: number, limit) => sum + Math.max(0, limit ?? 0), 0) - used;
  return {
    timestamp: String(world.now()),
    working_set_bytes: value(used),
    available_bytes: value(Math.max(0, available)),
    usage_bytes: value(used),
    rss_bytes: value(used),
    page_faults: value(Math.ceil(used / 4096)),
    major_page_faults: value(0),
  };
}

export const isRunning = (container: ReferenceContainer): boolean => container.state === 'CONTAINER_RUNNING';

export function containerStats(world: World, container: ReferenceContainer): ContainerStats {
  const layer = { attributes: attributes(container), writable_layer: writableLayer(world, container) };
  if (!isRunning(container)) return layer;
  return {
    ...layer,
    cpu: cpuUsage(world, [container]),
    memory: memoryUsage(world, [container]),
    swap: { timestamp: String(world.now()), swap_available_bytes: value(0), swap_usage_bytes: value(0) },
  };
}

export interface Traffic {
  readonly name: string;
  readonly rx_bytes: UInt64Value;
  readonly rx_errors: UInt64Value;
  readonly tx_bytes: UInt64Value;
  readonly tx_errors: UInt64Value;
}

/** A pod hears and says a little all the time. */
export function trafficOf(world: World, { bornAtMs }: Sandbox): Traffic {
  const seconds = (world.clock.nowMs() - bornAtMs) / 1000;
  return {
    name: 'eth0',
    rx_bytes: value(Math.round(seconds * 1000)),
    rx_errors: value(0),
    tx_bytes: value(Math.round(seconds * 500)),
    tx_errors: value(0),
  };
}

export function sandboxStats(world: World, sandbox: Sandbox): PodSandboxStats {
  const running = containersIn(world, sandbox).filter(isRunning);
  const { labels, annotations } = sandbox.config;
  const timestamp = String(world.now());
  const traffic = trafficOf(world, sandbox);
  return {
    attributes: { id: sandbox.id, metadata: sandbox.metadata, labels, annotations },
    linux: {
      cpu: cpuUsage(world, running),
      memory: memoryUsage(world, running),
      ...(!sandbox.usesNodeNetwork && {
        network: { timestamp, default_interface: traffic, interfaces: [traffic] },
      }),
      process: {
        timestamp,
        process_count: value(running.reduce((sum, { processes }) => sum + processes.size, 0)),
      },
      containers: running.map((container) => containerStats(world, container)),
    },
  };
}
