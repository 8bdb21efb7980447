// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerStats,
  LinuxPodSandboxStats,
  Metric,
  PodSandboxMetrics,
  PodSandboxStats,
} from '#cri/proto/generated/messages.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const value = (number: number) => ({ value: String(number) });

const running = (s: Story): Story => s.running({ command: ['/box', 'print up', 'cpu 2m'] }).status();

interface Numbers {
  readonly usedNs?: number;
  readonly rate?: number;
  readonly pageFaults?: number;
}

/** Of c1, whose program computes and keeps its memory. */
const stats = (s: Story, { usedNs = 5_000_000, rate, pageFaults = 700 }: Numbers = {}): ContainerStats => ({
  attributes: {
    id: 'c1',
    metadata: { name: 'a' },
    labels: { uid: 'u', name: 'a' },
    annotations: { hash: '1' },
  },
  cpu: {
    timestamp: s.ns(),
    usage_core_nano_seconds: value(usedNs),
    ...(rate !== undefined && { usage_nano_cores: value(rate) }),
  },
  memory: {
    timestamp: s.ns(),
    usage_bytes: value(1 << 20),
    working_set_bytes: value(1 << 20),
    rss_bytes: value(1 << 19),
    page_faults: value(pageFaults),
  },
  writable_layer: { fs_id: { mountpoint: '/var' }, used_bytes: value(0), inodes_used: value(0) },
});

const one = (s: Story, of?: Numbers): Story =>
  s.call('ContainerStats', { container_id: 'c1' }, { ok: { stats: stats(s, of) } });

const all = (s: Story, of?: Numbers): Story =>
  s.call('ListContainerStats', {}, { ok: { stats: [stats(s, of)] } });

/** One rate after another, while the program goes on. */
const told = (s: Story, rates: readonly number[]): Story =>
  rates.reduce((story, rate, at) => all(story, { rate, usedNs: (at + 1) * 90_000_000 }), running(s));

const podStats = (s: Story, received = 1700, over: LinuxPodSandboxStats = {}): PodSandboxStats => ({
  attributes: { id: 's1', metadata: { name: 'p', uid: 'u', namespace: 'd' } },
  linux: {
    network: {
      timestamp: s.ns(),
      default_interface: { name: 'eth0', rx_bytes: value(received), tx_bytes: value(400) },
    },
    containers: [stats(s)],
    ...over,
  },
});

const pod = (s: Story, received?: number): Story =>
  s.call('PodSandboxStats', { pod_sandbox_id: 's1' }, { ok: { stats: podStats(s, received) } });

const pods = (s: Story, listed: readonly PodSandboxStats[]): Story =>
  s.call('ListPodSandboxStats', {}, { ok: { stats: [...listed] } });

const lastSeen = (s: Story, id: string): Metric => ({
  name: 'container_last_seen',
  timestamp: s.ns(),
  metric_type: 'GAUGE',
  label_values: [id, 'p'],
  value: { value: String(BigInt(s.ns()) / 1_000_000_000n) },
});

const metrics = (s: Story, of: (s: Story) => PodSandboxMetrics): Story => {
  running(s).call(
    'ListMetricDescriptors',
    {},
    { ok: { descriptors: [{ name: 'container_last_seen', help: 'When.', label_keys: ['id', 'pod'] }] } },
  );
  return s.call('ListPodSandboxMetrics', {}, { ok: { pod_metrics: [of(s)] } }).status();
};

const labelled = (s: Story, id: string): PodSandboxMetrics => ({
  pod_sandbox_id: 's1',
  container_metrics: [{ container_id: 'c1', metrics: [lastSeen(s, id)] }],
});

/** Of a program that has written one file of ten bytes. */
const layer = (s: Story, bytes: number): Story => {
  s.running({ command: ['/box', 'put /data 123456789', 'print up', 'wait'] }).status();
  s.isUp();
  const over = { timestamp: s.ns(), fs_id: { mountpoint: '/var' } };
  const writable_layer = { ...over, used_bytes: value(bytes), inodes_used: value(3) };
  return s
    .call('ContainerStats', { container_id: 'c1' }, { ok: { stats: { ...stats(s), writable_layer } } })
    .status();
};

export const statsViewsExamples: Examples = {
  'stats.container.files': {
    held: (s) => layer(s, 12),
    violated: (s) => layer(s, 0),
  },
  'stats.container.rate': {
    held: (s) => told(s, [9e8, 0, 9e8]).status(),
    violated: (s) => told(s, [9e8, 0, 9]).status(),
  },
  'stats.container.views-agree': {
    held: (s) => all(one(running(s))).status(),
    violated: (s) => all(one(running(s)), { usedNs: 6_000_000, pageFaults: 0 }).status(),
  },
  'stats.metrics.agree': {
    held: (s) => metrics(s, () => labelled(s, 'c1')),
    violated: (s) => metrics(s, () => labelled(s, 's1')),
  },
  'stats.metrics.of-pods': {
    held: (s) => metrics(s, () => labelled(s, 'c1')),
    violated: (s) => metrics(s, () => ({ pod_sandbox_id: 's1' })),
  },
  'stats.sandbox.listed': {
    held: (s) => pods(running(s), [podStats(s)]).status(),
    violated: (s) => pods(running(s), []).status(),
  },
  'stats.sandbox.views-agree': {
    held: (s) => pods(pod(running(s)), [podStats(s, 1800)]).status(),
    violated: (s) => pods(pod(running(s)), [podStats(s, 0)]).status(),
  },
};
